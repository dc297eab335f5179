#include "lockstep/recording/byte_streams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::recording {
namespace {

using session::Channel;
using session::Place;
using session::Side;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using Form = ByteStream::Form;
using Pieces = std::vector<std::string>;

std::vector<std::string> frames(ByteStream& stream) {
  std::vector<std::string> texts;
  while (const auto frame = stream.next()) {
    switch (frame->state) {
      case Frame::State::whole:
        texts.push_back(frame->text);
        break;
      case Frame::State::too_large:
        texts.emplace_back("(too large)");
        break;
      case Frame::State::endpoint:
        texts.push_back("(endpoint) " + frame->text);
        break;
    }
  }
  return texts;
}

TEST(ByteStream, cuts_frames_by_its_form) {
  struct Case {
    std::string_view name;
    Form form;
    Pieces pieces;
    bool finished;
    std::vector<std::string> frames;
  };
  const std::vector<Case> cases = {
      {"lines", Form::lines, {"{1}\n{2", "}\r\n"}, false, {"{1}", "{2}"}},
      {"a line without an end", Form::lines, {"{1}\n{2}"}, true, {"{1}"}},
      {"a line above the limit",
       Form::lines,
       {std::string(40, 'x') + "\n{1}\n"},
       false,
       {"(too large)", "{1}"}},
      {"events", Form::events, {"data: {1}\n", "\nda", "ta: {2}\r\n\r\n"}, false, {"{1}", "{2}"}},
      {"an event without an end", Form::events, {"data: {1}\n"}, true, {}},
      {"an event above the limit",
       Form::events,
       {"data: " + std::string(40, 'x') + "\n\ndata: {1}\n\n"},
       false,
       {"(too large)", "{1}"}},
      {"the endpoint of the older transport",
       Form::events,
       {"event: endpoint\ndata: /messages?s=1\n\n"},
       false,
       {"(endpoint) /messages?s=1"}},
      {"a body", Form::body, {"{\n", "1}"}, true, {"{\n1}"}},
      {"a body that has not ended", Form::body, {"{1}"}, false, {}},
      {"no body", Form::body, {}, true, {}},
      {"a body above the limit",
       Form::body,
       {std::string(20, 'x'), std::string(20, 'x'), "y"},
       true,
       {"(too large)"}},
      {"a body at the limit", Form::body, {std::string(32, 'x')}, true, {std::string(32, 'x')}},
      {"told by its first byte: a body", Form::unknown, {" \n", "{1}"}, true, {" \n{1}"}},
      {"told by its first byte: a batch", Form::unknown, {"[1]"}, true, {"[1]"}},
      {"told by its first byte: events", Form::unknown, {"da", "ta: {1}\n\n"}, false, {"{1}"}},
  };
  for (const Case& c : cases) {
    ByteStream stream(c.form, 32);
    for (const std::string& piece : c.pieces)
      stream.feed(piece);
    if (c.finished) stream.finish();
    EXPECT_THAT(frames(stream), ElementsAreArray(c.frames)) << c.name;
  }
}

TEST(ByteStream, gives_the_same_frames_however_the_bytes_are_cut) {
  struct Case {
    Form form;
    std::string bytes;
  };
  for (const Case& c :
       {Case{Form::lines, "\xE4\xBD\xA0\r\n\n{\"a\":1}\n"},
        Case{Form::events, ": hi\r\n\r\nevent: m\r\ndata: a\rdata: b\n\ndata:c\n\n"},
        Case{Form::unknown, "data: a\r\n\r\n"}, Case{Form::unknown, " {\"a\": 1} "}}) {
    ByteStream whole(c.form, 64);
    whole.feed(c.bytes);
    whole.finish();
    const auto expected = frames(whole);
    for (std::size_t cut = 0; cut <= c.bytes.size(); ++cut) {
      ByteStream stream(c.form, 64);
      stream.feed(c.bytes.substr(0, cut));
      stream.feed(c.bytes.substr(cut));
      stream.finish();
      EXPECT_EQ(frames(stream), expected) << c.bytes << " cut at " << cut;
    }
  }
}

Place place(Side from, Channel channel, const std::string& answers = "") {
  Place place;
  place.from = from;
  place.channel = channel;
  place.answers = answers;
  return place;
}

TEST(ByteStreams, keep_both_directions_channels_and_answers_apart) {
  ByteStreams streams(64);
  const std::vector<Place> places = {
      place(Side::client, Channel::stdio),      place(Side::server, Channel::stdio),
      place(Side::server, Channel::get),        place(Side::server, Channel::sse),
      place(Side::server, Channel::post, "i1"), place(Side::server, Channel::post, "s1")};
  for (const Place& each : places)
    streams.at(each).feed(each.channel == Channel::stdio ? "{\"half" : "data: {\"half");
  EXPECT_EQ(streams.size(), places.size());
  for (const Place& each : places) {
    ByteStream& stream = streams.at(each);
    stream.feed(each.channel == Channel::stdio ? "\":1}\n" : "\":1}\n\n");
    EXPECT_THAT(frames(stream), ElementsAre("{\"half\":1}"));
  }
}

TEST(ByteStreams, begin_anew_with_an_answer_and_forget_with_its_end) {
  ByteStreams streams(64);
  const Place answer = place(Side::server, Channel::post, "i1");
  streams.at(answer).feed("data: left over");
  streams.begin(answer, framing::ContentType::json);
  streams.at(answer).feed("{1}");
  streams.at(answer).finish();
  EXPECT_THAT(frames(streams.at(answer)), ElementsAre("{1}"));
  streams.begin(answer, framing::ContentType::event_stream);
  streams.at(answer).feed("data: {2}\n\n");
  EXPECT_THAT(frames(streams.at(answer)), ElementsAre("{2}"));
  streams.at(answer).feed("data: half");
  streams.forget(answer);
  EXPECT_EQ(streams.size(), 0U);
  streams.at(answer).feed("\n\n");
  EXPECT_THAT(frames(streams.at(answer)), IsEmpty());
  streams.clear();
  EXPECT_EQ(streams.size(), 0U);
}

TEST(ByteStreams, forget_the_first_ones_of_a_recording_that_opens_ever_more) {
  ByteStreams streams(64);
  const Place pipe = place(Side::server, Channel::stdio);
  const auto answer = [](int i) {
    return place(Side::server, Channel::post, "i" + std::to_string(i));
  };
  streams.at(pipe).feed("{\"half");
  for (int i = 0; i < 2'000; ++i)
    streams.begin(answer(i), framing::ContentType::json);
  EXPECT_EQ(streams.size(), 1'024U);
  for (int i = 2'000; i < 4'000; ++i)
    streams.at(answer(i)).feed("{\"half\"");
  EXPECT_EQ(streams.size(), 1'024U);
  streams.at(answer(3'999)).feed(":1}");
  streams.at(answer(3'999)).finish();
  EXPECT_THAT(frames(streams.at(answer(3'999))), ElementsAre("{\"half\":1}")) << "the newest";
  streams.at(pipe).feed("\":1}\n");
  EXPECT_THAT(frames(streams.at(pipe)), ElementsAre("\":1}")) << "the first one was forgotten";
}

}  // namespace
}  // namespace lockstep::recording
