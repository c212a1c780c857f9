import { wordAfter } from "#app/domain/understanding/grammar/engine/place.ts";
import { rule } from "#app/domain/understanding/grammar/engine/rule.ts";
import type { Place, Rule } from "#app/domain/understanding/grammar/engine/types.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { appointmentWords } from "#app/domain/understanding/lexicon/occasions.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import { asideRules } from "./asides.ts";
import { filler } from "./filler.ts";

export const openingRules: Rule<true>[] = [
  ...asideRules,
  filler("hey|hi|hello|hiya|ok|okay|oh [mila|there|girl]", "hey Mila"),
  filler("mila", "Mila"),
  filler(
    "[a] couple|few|two|three|several|some [of] [quick] things [today] [,|:|-]",
    "a couple of things:",
  ),
  filler("make it so [that] i|we remember|don't [forget] to", "make it so I remember to"),
  filler("good morning|evening|afternoon [mila]", "good morning Mila"),
  filler(
    "um|umm|uh|uhh|ah|er|erm|hmm|mm|so|like|also|and|but|just|right|alright|anyway|anyways|then|actually|basically|maybe|meanwhile|yeah|yes|now|probably|definitely|really|honestly",
    "um",
  ),
  filler("please|pls|plz|kindly [to]", "please"),
  filler("do the needful and", "do the needful and"),
  rule({
    say: "please|pls|plz|kindly do",
    examples: [],
    means: (_, place) => (articles.has(wordAfter(place)) ? null : true),
  }),
  rule({
    say: "add",
    examples: [],
    means: (_, place) => {
      const words = place.scan.tokens.map(({ word }) => word);
      const isOrder = isErrand(wordAfter(place)) && wordAfter(place, 2) !== "to";
      // "Add dentist on Friday", but not "add soccer practice to the calendar".
      const isEvent = appointmentWords.has(wordAfter(place)) && !words.includes("to");
      return (isOrder || isEvent) && !words.includes("list") ? true : null;
    },
  }),
  filler("add :|-", "add:"),
  rule({
    say: "no|nope [,]",
    examples: [],
    means: (_, place) =>
      place.from === 0 && isErrand(wordAfter(place)) && !appointmentWords.has(wordAfter(place))
        ? true
        : null,
  }),
  rule({
    say: "well [,]",
    examples: [],
    means: (_, place) => (requestStarters.has(wordAfter(place)) ? true : null),
  }),
  filler("can|could|would|will you|ye [please|just|also|kindly]", "can you please"),
  filler("can|could|would|will someone|somebody|anyone|anybody [please]", "could someone"),
  filler("can|could|should|may i|we [please|just]", "could I"),
  filler(
    "i|we|you [really|also|still|just|definitely|probably|absolutely] need|have|want|ought|got|gotta to",
    "I need to",
  ),
  filler(
    "i|we|you [really|also|still|just|definitely|probably] must|should|gotta|hafta|oughta|wanna",
    "we should",
  ),
  filler("i|we|i'd|we'd had better", "I had better"),
  filler("i'd|we'd [really] like|love|better|want [you] to", "I'd like to"),
  filler("i|we would [really] like|love [you] to", "we would like to"),
  filler("i|we want|need you to", "I need you to"),
  filler("i've|we've [also|still|just] got to", "I've got to"),
  intention("i'm|we're|im supposed|going|meant|trying|planning to", "I'm supposed to"),
  intention("i|we am|are supposed|going|meant|trying|planning to", "we are supposed to"),
  filler("i'll|we'll [also] need|have|want to", "I'll need to"),
  rule({ say: "i'll|we'll", examples: [], means: beforeOrder }),
  rule({ say: "i|we will", examples: [], means: beforeOrder }),
  filler(
    "i|we can't|cannot|mustn't|shouldn't|cant|don't [want to] forget to|about|that",
    "I can't forget to",
  ),
  filler("i|we do not want to forget to|about|that", "I do not want to forget to"),
  filler("i think|guess|mean|know|believe|suppose [that]", "I think"),
  filler("i|we was|were thinking", "I was thinking"),
  filler(
    "i|we was|were wondering if|whether i|we|you could|can|might",
    "I was wondering if you could",
  ),
  filler("do i|we need|have to", "do I need to"),
  filler("[i] almost|nearly forgot [to|about|that]", "I almost forgot"),
  filler("[so|that] i|we don't|dont|won't forget [to|about|that]", "so I don't forget to"),
  filler("remember me|us [please] to|that|about", "remember me to"),
  filler("i|we|you must|should|need to", "I must to"),
  filler("[what|all] i|we [really] need|want is [to] [:|,]", "what I need is to"),
  filler("what i|we|you need|have|want to do is [to]", "what I need to do is"),
  filler("let me|us|'s think|see [now]", "let me think"),
  filler("let 's see", "let's see"),
  filler("what was|am i gonna|going|about [to] say|do|add", "what was I gonna say"),
  filler("lets see|think", "lets see"),
  filler("put|write|jot|note down to|that|about", "put down that"),
  filler("put|add on|to my|the|our list|calendar|agenda to|that", "put on my list to"),
  filler("oh yeah|yes|right|and|also|no|shoot", "oh yeah"),
  filler("right so|then", "right so"),
  filler("great|perfect|awesome|cool|lovely|fab|sure ,|!", "great,"),
  filler("omg|lol|ugh|yikes|argh|asap|hiya", "omg"),
  filler("asap|urgent :|-|,", "urgent:"),
  filler("i|we|you got|hv|hav to", "I got to"),
  filler("hv|hav|ned to", "hv to"),
  filler("do|don't|dnt not|no forget [to|about]", "do not forget"),
  filler("someone|somebody needs|has to", "someone needs to"),
  filler("someone|somebody should|must|could", "someone should"),
  filler("kindly please", "kindly please"),
  filler("do one thing ,|:|-", "do one thing,"),
  filler("two|three|couple things ,|:|- [first|firstly]", "two things,"),
  filler(
    "[just] a [quick|friendly|gentle] reminder [that|to|:|,|-|about]",
    "a gentle reminder that",
  ),
  filler("i keep forgetting to|about", "I keep forgetting to"),
  filler("i always|keep forget to|about", "I always forget to"),
  filler("what|how about", "what about"),
  filler("need|have|got|needs|ought|want to", "need to"),
  filler("gotta|must|should|hafta", "gotta"),
  filler("don't|dont|never forget [to|about|that]", "don't forget to"),
  filler("[do] not forget [to|about|that]", "do not forget"),
  filler("don't|dont let me|us forget [to|about|that]", "don't let me forget to"),
  filler("do not let me|us forget [to|about|that]", "do not let me forget"),
  filler("[help] me [to] remember to|that|about", "help me remember to"),
  filler("remember to|that|about", "remember to"),
  filler("make|be sure [that] i|we|you|to", "make sure I"),
  rule({
    say: "remind me|us [please|again] [to|that|about|of|for]",
    examples: ["remind me to"],
    means: (_, place) => (wordAfter(place) === "and" ? null : true),
  }),
  filler("for me|us to", "for me to"),
  rule({
    say: "me|us to",
    examples: [],
    means: (_, place) => (wordAfter(place) === "the" || wordAfter(place) === "my" ? null : true),
  }),
  rule({
    say: "put|jot|note|pencil down|in [a|an|the|my]",
    examples: [],
    means: (_, place) => (appointmentWords.has(wordAfter(place)) ? true : null),
  }),
  filler("please remind me|us [to|that|about|of]", "please remind me to"),
  filler(
    "give me|us a nudge|shout|ping|poke|heads [-] [up] [to|about|that|for]",
    "give me a nudge about",
  ),
  filler("give me|us a reminder [to|about|that|for]", "give me a reminder to"),
  filler("[a] [quick|little] reminder|note to|that|about|for|:|-", "reminder to"),
  rule({
    say: "i|we have|got",
    examples: [],
    means: (_, place) =>
      ["rendez", "rdv", "termin", "appt"].includes(wordAfter(place)) ? true : null,
  }),
  rule({
    say: "remember",
    examples: [],
    means: (_, place) => (place.from === 0 && !articles.has(wordAfter(place)) ? true : null),
  }),
  rule({
    say: "that",
    examples: [],
    means: (_, place) => (place.from === 0 && articles.has(wordAfter(place)) ? true : null),
  }),
  rule({
    say: "reminder",
    examples: [],
    means: (_, place) =>
      [wordAfter(place), wordAfter(place, 2)].some(
        (word) => isErrand(word) || appointmentWords.has(word),
      )
        ? true
        : null,
  }),
  rule({
    say: "to",
    examples: [],
    means: (_, place) => {
      const isPurpose = place.scan.tokens
        .slice(place.to, place.to + 6)
        .some(({ word }) => word === ",");
      return place.from === 0 && isErrand(wordAfter(place)) && !isPurpose ? true : null;
    },
  }),
  filler("add|note that", "add that"),
  filler("tell|ping|nudge|alert|notify me to|that|about", "tell me to"),
  filler("text|buzz|poke me to", "text me to"),
  filler(
    "add|create|make|set|schedule|put|leave|save [me] [up|in] a|an|another [new|quick] reminder|task|todo|note|entry|thing [in] [to|that|about|for|called|:|-|saying] [to]",
    "add a reminder to",
  ),
  filler("put|get it on the|my list|calendar to|that", "put it on the list to"),
  filler("add|create|make|set|put [a|an] [new] to [-] do [item] [to|:]", "add a to do"),
  filler("add|create|new task|reminder|todo|note|entry [:|-|,|to]", "new task:"),
  filler("task|todo|reminder|note :|-", "todo:"),
  filler("to [-] do :|- [to]", "to do:"),
  filler("[a] note|memo to self|myself [:|,|-|to|that]", "note to self"),
  filler("let 's", "let's"),
  filler("lets", "lets"),
  rule({
    say: "let us",
    examples: ["let us"],
    means: (_, place) => (wordAfter(place) === "know" ? null : true),
  }),
  filler("it 's time to", "it's time to"),
  filler("time to", "time to"),
  filler("is it possible to", "is it possible to"),
  filler("would it be possible to", "would it be possible to"),
  filler("it would be great|nice|good if you|we|i could|can", "it would be great if you could"),
  filler("i|we have|had|got a|an|the|our|my", "I have a"),
  filler("i've|we've got a|an|the|our|my", "we've got a"),
  filler("there is|are|'s|will [be] [a|an]", "there is a"),
];

function beforeOrder(_: unknown, place: Place): true | null {
  return isErrand(wordAfter(place)) && wordAfter(place) !== "be" ? true : null;
}

/** "We're going to clean the car", but not "we're going to the zoo". */
function intention(say: string, example: string): Rule<true> {
  return rule({
    say,
    examples: [example],
    means: (_, place) => (articles.has(wordAfter(place)) ? null : true),
  });
}

const articles = wordSet("the a an my our his her their");
const requestStarters = wordSet("i we i'm we're i'd i've can could please let remind");
