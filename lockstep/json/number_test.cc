#include "lockstep/json/number.h"

#include <gtest/gtest.h>
