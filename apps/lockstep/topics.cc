#include "apps/lockstep/help.h"

namespace lockstep::app {

const std::vector<Topic>& topics() {
  static const std::vector<Topic> all = {
      {"exit-codes", "What the exit status says.",
       "Exit status\n"
       "\n"
       "  0  converged: every input was judged, and all of them are converged\n"
       "  1  stale: the registry is known to be behind, or to differ\n"
       "  2  error: a wrong call, an input that cannot be read, or nothing to judge\n"
       "  3  incomplete: a traversal was begun and has not ended well\n"
       "  4  unverifiable: the evidence does not suffice\n"
       "  5  kept for commands that act (there are none yet): approval is needed or denied\n"
       "\n"
       "Several results give the worst, in the order 2, 1, 3, 4, 0. An input that cannot be read "
       "gives 2 and does not hide the others.\n"
       "\n"
       "--fail-on VERDICT gives 0 for every verdict that is less bad than VERDICT; the order is "
       "stale, incomplete, unverifiable, converged. Errors give 2 all the same.\n"
       "\n"
       "lockstep diff gives 0 for equal, 1 for different, 2 for an error.\n"},
      {"inputs", "What audit and explain read.",
       "Inputs of audit and explain\n"
       "\n"
       "Told apart by content, never by name:\n"
       "  - evidence records: one object, an array, one a line, or a list of cases with records\n"
       "  - observation streams, one observation a line\n"
       "  - wire transcripts: a case with its arms, or timed messages, one a line\n"
       "  - captures of recorders, one event a line\n"
       "  - HAR files of HTTP sessions, as browsers and proxies export them\n"
       "\n"
       "`-` is standard input. Of a directory the files *.json, *.jsonl, *.ndjson and *.har are "
       "read, "
       "sorted by name, directories inside it too; hidden files and links to directories are left "
       "out. Files NAME.procN.jsonl of one folder are the processes of one pair and are judged "
       "together.\n"
       "\n"
       "The moment of judgement is --now; else the `now` or `audit` event of the input; else, for "
       "a "
       "recording, its last event; else the clock. The report says which.\n"},
      {"limits", "How large an input may be.",
       "Limits\n"
       "\n"
       "A file of lines (JSONL) may be of any size: it is read in pieces and memory does not grow "
       "with it. All else is a single document and is held in memory:\n"
       "  a single document  256 MiB  --max-document\n"
       "  one line           64 MiB   --max-line\n"
       "  one message        16 MiB   --max-frame\n"
       "\n"
       "Sizes are bytes, or have one of the letters K, M, G behind them (powers of 1024). A "
       "document "
       "or line above its limit is refused with exit status 2; a message above its limit counts as "
       "unread, which is the reason frame_too_large.\n"},
      {"policy", "What a policy file says.",
       "Policy\n"
       "\n"
       "A JSON object; every member may be absent, unknown ones are ignored, and what it says wins "
       "over the input:\n"
       "  refreshOnReconnect  true when a reconnection makes a refresh due\n"
       "  maxAgeMs            how long a complete traversal counts as fresh\n"
       "  settleMs            how long a client may take to react (default 0)\n"
       "  requestTimeoutMs    when a request without an answer has failed (default 30000)\n"
       "  filter              {\"include\": [NAME...], \"exclude\": [NAME...]}, as the client "
       "declares\n"
       "  namePrefix          prefix of every exposed name, as the client declares\n"
       "  nameTemplate        exposed name with {name} and {server} in it, as the client "
       "declares\n"},
      {"verdicts", "The four verdicts and their reasons.",
       "Verdicts\n"
       "\n"
       "  ✓ converged     after the newest change signal a traversal was complete, and the\n"
       "                  registry holds exactly what it found\n"
       "  ✗ stale         the registry is known to be behind, or to differ\n"
       "  … incomplete    a traversal was begun and has not ended well\n"
       "  ? unverifiable  the evidence does not suffice for any of these\n"
       "\n"
       "Converged does not prove that the next call gets through, that it is authorized, that the "
       "tool behaves, that an effect happened, or that a task succeeded.\n"
       "\n"
       "Reasons (`lockstep help REASON` explains one):\n"},
      {"environment", "Variables that are read.",
       "Environment\n"
       "\n"
       "  NO_COLOR  when set and not empty, no colour unless --color always\n"
       "  COLUMNS   width of tables and help, 20 to 100\n"
       "  TERM      `dumb` means no colour\n"},
  };
  return all;
}

}  // namespace lockstep::app
