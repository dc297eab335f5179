#include "lockstep/json/writer.h"

#include <gtest/gtest.h>
