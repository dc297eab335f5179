#include "lockstep/json/value.h"

#include <gtest/gtest.h>
