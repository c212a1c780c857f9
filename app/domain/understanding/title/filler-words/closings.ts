import type { Rule } from "#app/domain/understanding/grammar/engine/types.ts";
import { filler } from "./filler.ts";

export const closingRules: Rule<true>[] = [
  filler(
    "please|pls|plz|thanks|thx|thnx|tnx|tx|ty|ta|cheers|ok|okay|mila|um|uh|er|alright|asap|actually|lol|haha|xx|xxx|tia",
    "please",
  ),
  filler("as soon as possible", "as soon as possible"),
  filler("period|comma", "period"),
  filler("full stop", "full stop"),
  filler("question|exclamation mark|point", "question mark"),
  filler("thank u", "thank u"),
  filler("and thank you", "and thank you"),
  filler("it 's [really] urgent", "it's urgent"),
  filler("thank you [so|very] [much] [mila]", "thank you so much"),
  filler("thanks [so|very] much|mila|again", "thanks so much"),
  filler("thanks a lot|bunch|million", "thanks a lot"),
  filler("if|when|whenever you can|could", "if you can"),
  filler("if [at] [all] possible", "if possible"),
  filler("if it|that 's [at] [all] possible", "if it's possible"),
  filler(
    "when|whenever|if you|i|we get|have a|the chance|moment|minute|second|time",
    "when you get a chance",
  ),
  filler("would|will|could|can you", "would you"),
  filler("[and] don't|dont [let me] forget", "don't forget"),
  filler("[so] remind me|us [please]", "remind me"),
  filler("remind me|us about|of that|it|this", "remind me about that"),
  filler("[i|you] think|guess|mean|suppose", "I think"),
  filler("i|you know", "you know"),
  filler("no|oh [no] wait", "no wait"),
  filler("[like] or something", "or something"),
];
