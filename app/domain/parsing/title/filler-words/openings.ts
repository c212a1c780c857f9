import { wordAfter } from "../../grammar/engine/place.ts";
import { type Rule, rule } from "../../grammar/engine/rule.ts";
import { isErrand } from "../../lexicon/errands.ts";
import { talk } from "./filler.ts";

/** Talk before the request. */
export const OPENING_RULES: Rule<true>[] = [
  talk("hey|hi|hello|hiya|ok|okay|oh [mila|there|girl]", "hey Mila"),
  talk("mila", "Mila"),
  talk("good morning|evening|afternoon [mila]", "good morning Mila"),
  talk(
    "um|umm|uh|uhh|er|erm|hmm|mm|so|like|also|and|but|just|right|alright|anyway|anyways|then|actually|basically|maybe|yeah|yes|now|probably|definitely|really|honestly",
    "um",
  ),
  talk("please|pls|plz|kindly", "please"),
  rule({
    say: "well [,]",
    examples: [],
    means: (_, place) => (SPEAKERS.has(wordAfter(place)) ? true : null),
  }),
  talk("can|could|would|will you [please|just|also|kindly]", "can you please"),
  talk("can|could|would|will someone|somebody|anyone|anybody [please]", "could someone"),
  talk("can|could|should|may i|we [please|just]", "could I"),
  talk(
    "i|we|you [really|also|still|just|definitely|probably|absolutely] need|have|want|ought|got|gotta to",
    "I need to",
  ),
  talk("i|we|you [really|also|still|just|definitely|probably] must|should|gotta|hafta|oughta|wanna", "we should"),
  talk("i|we|i'd|we'd had better", "I had better"),
  talk("i'd|we'd [really] like|love|better|want [you] to", "I'd like to"),
  talk("i|we would [really] like|love [you] to", "we would like to"),
  talk("i|we want|need you to", "I need you to"),
  talk("i've|we've [also|still|just] got to", "I've got to"),
  plan("i'm|we're|im supposed|going|meant|trying|planning to", "I'm supposed to"),
  plan("i|we am|are supposed|going|meant|trying|planning to", "we are supposed to"),
  talk("i'll|we'll [also] need|have|want to", "I'll need to"),
  talk("i|we can't|cannot|mustn't|shouldn't|cant|don't [want to] forget to|about|that", "I can't forget to"),
  talk("i|we do not want to forget to|about|that", "I do not want to forget to"),
  talk("i think|guess|mean|know|believe|suppose [that]", "I think"),
  talk("i|we was|were thinking", "I was thinking"),
  talk("i|we was|were wondering if|whether i|we|you could|can|might", "I was wondering if you could"),
  talk("do i|we need|have to", "do I need to"),
  talk("[i] almost|nearly forgot [to|about|that]", "I almost forgot"),
  talk("i keep forgetting to|about", "I keep forgetting to"),
  talk("i always|keep forget to|about", "I always forget to"),
  talk("what|how about", "what about"),
  talk("by the way", "by the way"),
  talk("btw|fyi", "btw"),
  talk("if you|we|i can", "if you can"),
  talk("if possible", "if possible"),
  talk("need|have|got|needs|ought|want to", "need to"),
  talk("gotta|must|should|hafta", "gotta"),
  talk("don't|dont|never forget [to|about|that]", "don't forget to"),
  talk("do not forget [to|about|that]", "do not forget"),
  talk("don't|dont let me|us forget [to|about|that]", "don't let me forget to"),
  talk("do not let me|us forget [to|about|that]", "do not let me forget"),
  talk("[help] me [to] remember to|that|about", "help me remember to"),
  talk("remember to|that|about", "remember to"),
  talk("make|be sure [that] i|we|you|to", "make sure I"),
  rule({
    say: "remind me|us [please|again] [to|that|about|of]",
    examples: ["remind me to"],
    means: (_, place) => (wordAfter(place) === "and" ? null : true),
  }),
  talk("[for] me|us to", "for me to"),
  talk("please remind me|us [to|that|about|of]", "please remind me to"),
  talk("give me|us a reminder [to|about|that|for]", "give me a reminder to"),
  talk("[a] [quick|little] reminder|note to|that|about|for|:|-", "reminder to"),
  rule({
    say: "reminder",
    examples: [],
    means: (_, place) => (isErrand(wordAfter(place)) ? true : null),
  }),
  talk("add|note that", "add that"),
  talk("tell|ping|nudge|alert|notify me to|that|about", "tell me to"),
  talk(
    "add|create|make|set|schedule|put|leave|save [me] [up|in] a|an|another [new|quick] reminder|task|todo|note|entry [to|that|about|for|called|:|-|saying] [to]",
    "add a reminder to",
  ),
  talk("add|create|make|set|put [a|an] [new] to [-] do [item] [to|:]", "add a to do"),
  talk("add|create|new task|reminder|todo|note|entry [:|-|,|to]", "new task:"),
  talk("task|todo|reminder|note :|-", "todo:"),
  talk("to [-] do :|- [to]", "to do:"),
  talk("[a] note|memo to self|myself [:|,|-|to|that]", "note to self"),
  talk("let 's", "let's"),
  talk("lets", "lets"),
  talk("let us", "let us"),
  talk("it 's time to", "it's time to"),
  talk("time to", "time to"),
  talk("is it possible to", "is it possible to"),
  talk("would it be possible to", "would it be possible to"),
  talk("it would be great|nice|good if you|we|i could|can", "it would be great if you could"),
  talk("i|we have|had|got a|an|the|our|my", "I have a"),
  talk("i've|we've got a|an|the|our|my", "we've got a"),
  talk("there is|are|'s|will [be] [a|an]", "there is a"),
];

/** "We're going to clean the car", but not "we're going to the zoo". */
function plan(say: string, example: string): Rule<true> {
  return rule({ say, examples: [example], means: (_, place) => (DETERMINERS.has(wordAfter(place)) ? null : true) });
}

const DETERMINERS = new Set("the a an my our his her their".split(" "));
const SPEAKERS = new Set("i we i'm we're i'd i've can could please let remind".split(" "));
