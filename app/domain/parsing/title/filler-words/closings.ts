import type { Rule } from "../../grammar/engine/rule.ts";
import { talk } from "./filler.ts";

/** Talk after the request. */
export const CLOSING_RULES: Rule<true>[] = [
  talk("please|pls|plz|thanks|thx|ty|cheers|ok|okay|mila|um|uh|er|alright", "please"),
  talk("thank you [so|very] [much] [mila]", "thank you so much"),
  talk("thanks [so|very] much|mila|again", "thanks so much"),
  talk("thanks a lot|bunch|million", "thanks a lot"),
  talk("if|when|whenever you can|could", "if you can"),
  talk("if [at] [all] possible", "if possible"),
  talk("if it|that 's [at] [all] possible", "if it's possible"),
  talk("when|whenever|if you|i|we get|have a|the chance|moment|minute|second|time", "when you get a chance"),
  talk("would|will|could|can you", "would you"),
  talk("[and] don't|dont [let me] forget", "don't forget"),
  talk("remind me|us [please]", "remind me"),
  talk("remind me|us about|of that|it|this", "remind me about that"),
  talk("[i|you] think|guess|know|mean|suppose", "I think"),
  talk("or something", "or something"),
];
