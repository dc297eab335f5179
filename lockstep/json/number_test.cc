#include "lockstep/json/number.h"

#include <double-conversion/double-conversion.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace lockstep::json {
namespace {

double from_bits(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}

TEST(EcmascriptNumber, WritesTheSamplesOfRfc8785AppendixB) {
  const struct {
    std::uint64_t bits;
    const char* text;
  } cases[] = {
      {0x0000000000000000, "0"},
      {0x8000000000000000, "0"},
      {0x0000000000000001, "5e-324"},
      {0x8000000000000001, "-5e-324"},
      {0x7fefffffffffffff, "1.7976931348623157e+308"},
      {0xffefffffffffffff, "-1.7976931348623157e+308"},
      {0x4340000000000000, "9007199254740992"},
      {0xc340000000000000, "-9007199254740992"},
      {0x4430000000000000, "295147905179352830000"},
      {0x44b52d02c7e14af5, "9.999999999999997e+22"},
      {0x44b52d02c7e14af6, "1e+23"},
      {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
      {0x444b1ae4d6e2ef4e, "999999999999999700000"},
      {0x444b1ae4d6e2ef4f, "999999999999999900000"},
      {0x444b1ae4d6e2ef50, "1e+21"},
      {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
      {0x3eb0c6f7a0b5ed8d, "0.000001"},
      {0x41b3de4355555553, "333333333.3333332"},
      {0x41b3de4355555554, "333333333.33333325"},
      {0x41b3de4355555555, "333333333.3333333"},
      {0x41b3de4355555556, "333333333.3333334"},
      {0x41b3de4355555557, "333333333.33333343"},
      {0xbecbf647612f3696, "-0.0000033333333333333333"},
      {0x43143ff3c1cb0959, "1424953923781206.2"},
  };
  for (const auto& c : cases)
    EXPECT_EQ(ecmascript_number(from_bits(c.bits)), c.text);
}

TEST(EcmascriptNumber, ChangesItsLayoutWhereEcmascriptDoes) {
  const struct {
    double value;
    const char* text;
  } cases[] = {
      {1, "1"},
      {-1, "-1"},
      {100, "100"},
      {123456, "123456"},
      {0.1, "0.1"},
      {-12.5, "-12.5"},
      {1e20, "100000000000000000000"},
      {123456789012345680000.0, "123456789012345680000"},
      {1e21, "1e+21"},
      {1.5e21, "1.5e+21"},
      {1e-6, "0.000001"},
      {1.25e-6, "0.00000125"},
      {1e-7, "1e-7"},
      {1.25e-7, "1.25e-7"},
      {1e100, "1e+100"},
      {1e-100, "1e-100"},
      {2.2250738585072014e-308, "2.2250738585072014e-308"},
  };
  for (const auto& c : cases)
    EXPECT_EQ(ecmascript_number(c.value), c.text);
}

TEST(EcmascriptNumber, AppendsToWhatTheStringHolds) {
  std::string out = "[";
  append_ecmascript_number(out, 1.5);
  EXPECT_EQ(out, "[1.5");
}

TEST(ToDouble, GivesTheNearestDouble) {
  const std::string zeros(1'000'000, '0');
  const struct {
    std::string text;
    std::optional<double> value;
  } cases[] = {
      {"0", 0.0},
      {"-12.5e-1", -1.25},
      {"1E3", 1000.0},
      {"9007199254740993", 9007199254740992.0},
      {"9007199254740993.0000000000000000000000000000000000000000000000000000000001",
       9007199254740994.0},
      {"1.7976931348623157e308", std::numeric_limits<double>::max()},
      {"1.7976931348623158e308", std::numeric_limits<double>::max()},
      {"1.7976931348623159e308", std::nullopt},
      {"-1.7976931348623159e308", std::nullopt},
      {"1e309", std::nullopt},
      {"1e400", std::nullopt},
      {"1e999999999", std::nullopt},
      {"-1e99999999999999999999999999", std::nullopt},
      {"5e-324", 5e-324},
      {"2.4703282292062328e-324", 5e-324},
      {"2.4703282292062327e-324", 0.0},
      {"1e-400", 0.0},
      {"1e-99999999999999999999999999", 0.0},
      {"0e99999999999999999999999999", 0.0},
      {"0." + zeros + "1e1000001", 1.0},
      {"1" + zeros + "e-1000000", 1.0},
      {"1" + zeros, std::nullopt},
      {"0." + zeros + "1", 0.0},
      {"123" + zeros + "." + zeros + "e-1000001", 12.3},
      {"1e0000000000000000000000000000000000000000000000000000000000000000000000002", 100.0},
  };
  for (const auto& c : cases)
    EXPECT_EQ(to_double(c.text), c.value) << c.text.substr(0, 80);
}

TEST(ToDouble, KeepsTheSignOfZero) {
  for (const char* text : {"-0", "-0.0", "-1e-400", "-1e-99999999999999999999"}) {
    EXPECT_TRUE(std::signbit(*to_double(text))) << text;
  }
}

TEST(ToDouble, AgreesWithAnotherLibraryOnRandomTexts) {
  constexpr unsigned seed = 20260728;
  std::mt19937_64 random(seed);
  const double_conversion::StringToDoubleConverter oracle(0, 0, 0, nullptr, nullptr);
  for (int i = 0; i < 100'000; ++i) {
    std::string text(1 + random() % 40, '0');
    for (char& digit : text)
      digit = static_cast<char>('0' + random() % 10);
    if (text.size() > 1 && text[0] == '0') text[0] = '7';
    if (random() % 2 == 0) text += "." + std::to_string(random());
    text += "e" + std::to_string(static_cast<int>(random() % 680) - 350);
    int used = 0;
    const double expected =
        oracle.StringToDouble(text.data(), static_cast<int>(text.size()), &used);
    const std::optional<double> value = to_double(text);
    if (std::isinf(expected)) {
      EXPECT_FALSE(value) << text << " seed " << seed;
    } else {
      EXPECT_EQ(value, expected) << text << " seed " << seed;
    }
  }
}

TEST(ExactDecimal, IsEqualExactlyForEqualValues) {
  const struct {
    const char* text;
    const char* normal;
  } cases[] = {
      {"0", "0"},
      {"-0", "0"},
      {"0e9", "0"},
      {"-0.000e-5", "0"},
      {"0e999999999999999999999", "0"},
      {"1", "1e0"},
      {"-1", "-1e0"},
      {"1.0", "1e0"},
      {"10", "1e1"},
      {"1e1", "1e1"},
      {"1E+1", "1e1"},
      {"100e-1", "1e1"},
      {"1.50", "15e-1"},
      {"0.0015e3", "15e-1"},
      {"-120.340", "-12034e-2"},
      {"9007199254740993", "9007199254740993e0"},
      {"18446744073709551615", "18446744073709551615e0"},
      {"1e400", "1e400"},
      {"1e999999999", "1e999999999"},
      {"10e999999999", "1e1000000000"},
      {"1e00000000000000000000000000000007", "1e7"},
      {"1e-0", "1e0"},
      {"10e999999999999999999", "1e1000000000000000000"},
      {"100e9999999999999999999999", "1e10000000000000000000001"},
      {"0.01e10000000000000000000000", "1e9999999999999999999998"},
      {"1e-10000000000000000000000", "1e-10000000000000000000000"},
      {"0.1e-9999999999999999999999", "1e-10000000000000000000000"},
      {"100e-10000000000000000000000", "1e-9999999999999999999998"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(exact_decimal(c.text), c.normal) << c.text;
    EXPECT_EQ(exact_decimal(c.normal), c.normal);
  }
}

TEST(ExactDecimal, TellsApartWhatTheDoublesConfuse) {
  EXPECT_NE(exact_decimal("9007199254740993"), exact_decimal("9007199254740992"));
  EXPECT_NE(exact_decimal("0.1"), exact_decimal("0.1000000000000000055511151231257827"));
  EXPECT_NE(exact_decimal("1e-400"), exact_decimal("0"));
  EXPECT_NE(exact_decimal("1e400"), exact_decimal("1e401"));
}

TEST(ExactDecimal, NeverGrowsWithTheSizeOfAnExponent) {
  EXPECT_LT(exact_decimal("1e999999999").size(), 20u);
  const std::string digits(1'000'000, '9');
  EXPECT_EQ(exact_decimal("1e" + digits), "1e" + digits);
  EXPECT_EQ(exact_decimal("10e" + digits), "1e1" + std::string(digits.size(), '0'));
  EXPECT_EQ(exact_decimal("0.1e1" + std::string(digits.size(), '0')), "1e" + digits);
}

TEST(IsExactInRfc8785, IsTrueWhenTheTextIsTheSameDecimalValue) {
  for (const char* text : {"0", "-0", "0e9", "1", "1.0", "1e3", "0.1", "100e-2", "9007199254740992",
                           "295147905179352830000", "5e-324", "1.7976931348623157e308",
                           "123456789012345", "-123456789012345", "0.000000000000001", "1e22",
                           "1e23", "1.10000000000000000000000000000"}) {
    EXPECT_TRUE(is_exact_in_rfc8785(text)) << text;
  }
}

TEST(IsExactInRfc8785, IsFalseWhenTheTextIsAnotherDecimalValue) {
  for (const char* text :
       {"9007199254740993", "9223372036854775807", "18446744073709551615", "295147905179352825856",
        "0.1000000000000000055511151231257827", "1e400", "-1e309", "1e-400", "4e-324",
        "1e999999999", "333333333.33333329", "1.00000000000000000001"}) {
    EXPECT_FALSE(is_exact_in_rfc8785(text)) << text;
  }
}

TEST(IsShortInteger, IsTrueOnlyForTextThatIsCanonicalAlready) {
  for (const char* text : {"0", "7", "-7", "10", "123456789012345", "-123456789012345"}) {
    EXPECT_TRUE(is_short_integer(text)) << text;
    EXPECT_EQ(ecmascript_number(*to_double(text)), text);
  }
  for (const char* text : {"-0", "1.0", "1e1", "1234567890123456"}) {
    EXPECT_FALSE(is_short_integer(text)) << text;
  }
}

TEST(ToInteger, RefusesWhatIsNoWholeNumberOfInt64) {
  EXPECT_EQ(to_integer("1e18"), 1'000'000'000'000'000'000);
  EXPECT_EQ(to_integer("-5.0e0"), -5);
  EXPECT_FALSE(to_integer("1e19"));
  EXPECT_FALSE(to_integer("0.5"));
}

}  // namespace
}  // namespace lockstep::json
