#include "lockstep/base/hash.h"

#include <gtest/gtest.h>

#include <string>

#include "lockstep/base/encoding.h"

namespace lockstep::base {
namespace {

TEST(Hash, Sha256GivesThePublishedVectors) {
  EXPECT_EQ(to_hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(to_hex(sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(to_hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

// RFC 4231, test cases 1, 2 and 6.
TEST(Hash, HmacGivesThePublishedVectors) {
  EXPECT_EQ(to_hex(hmac_sha256(std::string(20, '\x0b'), "Hi There")),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(to_hex(hmac_sha256("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(to_hex(hmac_sha256(std::string(131, '\xaa'),
                               "Test Using Larger Than Block-Size Key - Hash Key First")),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(Hash, AnEmptyKeyIsAKeyOfItsOwn) {
  const Sha256 keyed = hmac_sha256("key", "");
  EXPECT_EQ(to_hex(hmac_sha256({}, {})),
            "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
  EXPECT_NE(hmac_sha256({}, {}), keyed);
}

TEST(Hash, PiecesGiveTheDigestOfTheWhole) {
  const std::string text(1000, 'x');
  for (const std::size_t cut : {0, 1, 63, 64, 65, 999, 1000}) {
    Sha256Stream stream;
    stream.add(std::string_view(text).substr(0, cut));
    stream.add({});
    stream.add(std::string_view(text).substr(cut));
    EXPECT_EQ(stream.finish(), sha256(text)) << cut;
  }
}

TEST(HashDeathTest, AStreamFinishesOnce) {
  EXPECT_DEATH(
      {
        Sha256Stream stream;
        stream.finish();
        stream.finish();
      },
      "invariant");
}

}  // namespace
}  // namespace lockstep::base
