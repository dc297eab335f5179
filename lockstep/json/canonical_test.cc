#include "lockstep/json/canonical.h"

#include <gtest/gtest.h>
