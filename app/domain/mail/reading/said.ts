import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import { anyOf, anywhere, atStart, patternOf } from "./phrases.ts";

const lessons = [
  "class|classes|club|clubs|game|lesson|lessons|match|meeting",
  "practice|practise|rehearsal|rehearsals|session|sessions|training",
].join("|");
const activities = "band|choir|football|pe|soccer|swimming";
const childcare = "creche|daycare|kinder|nursery";
const happen =
  "(run|running|meet|on|take place|go ahead|going ahead|be on|be held|be running|be going ahead)";

const cancellations = anywhere(
  "cancel*ed|cancel*ation",
  "call|called off",
  "is|are off",
  `will|does|do|is|are not ${happen}`,
  `won't ${happen}`,
  "(don't|do not|won't) have [_] class|classes|club|lesson|lessons|practice|school|training",
  `(won't|will not) be a|any [_] [_] ${lessons}|${activities}`,
  `no [more] [_] [_] ${lessons}|${activities}|${childcare}`,
);

const kits = patternOf(
  "giu",
  anyOf([`no ${activities} bag|bags|gear|kit|kits|shoes`, "if … not", "without … no"]),
);

/** "Swim Club is cancelled this Thursday", "no rehearsal on Monday", but not "no PE kit". */
export const isCancelled = (text: string): boolean => cancellations.test(text.replace(kits, ""));

const moves = anywhere(
  "(are|is) moving",
  "changed|moved|postponed|preponed|rescheduled|shifted",
  "brought forward",
  "pushed|put back",
  "now [be] (on|take place|happen|held)",
);
const newDays = anywhere("for|now|till|to|until");
const unmoved = anywhere("nothing [has] changed|changes");

/** "The trip has moved to the 18th", but not "we moved to a new hall". */
export const isMoved = (text: string): boolean =>
  moves.test(text) && newDays.test(text) && !unmoved.test(text);

const closures = anywhere(
  "close|closed|closes|closing|closure|holiday|inset|shut",
  "day off",
  "no school",
  "pa|p.a. day",
  "professional|staff|teacher development|training",
  "pupil|student free",
  "pupil-free|student-free",
  "teacher workday",
  "teacher work day",
);
const shortDays = anywhere(
  "dismissed at|early",
  "early closing|closure|dismissal|finish|pick-up|pickup|release",
  "early pick up",
  "half-day",
  "half|minimum day",
  "late start",
  "noon dismissal",
  "children|classes|pupils|school|session|students|we [_] break|breaks|end|ends|finish|finishes",
);

/** Days without school, or with less of it. */
export const isClosed = (text: string): boolean => closures.test(text) || shortDays.test(text);

const begin = "begin|begins|commence|commences|resume|resumes|start|starts";
const reopen = "re-open|re-opens|reopen|reopens|return|returns";

const telling = "announce|be in touch|confirm|contact|email|let you know|share|text|update|write";
const ownTasks = `(${telling}|ask|charge|collect|post|publish|send)`;

const toldAnywhere = anywhere(
  // The school's year.
  `classes|lessons|school|semester|term [_] [_] ${begin}|${reopen}|runs`,
  `academic|new|school year ${begin}|${reopen}`,
  `classes|lessons|school|we [will] (${reopen}|be back|are back|restart|resume)`,
  "are|is|we [here|open] again",
  "no change",
  // After the deadline.
  "not (claimed|collected|paid|received|returned) by",
  "(don't|do not) claim|collect|pay",
  `expect|hope|hoping|plan to ${reopen}|have`,
  "see [all] [of] (the children|them|you) [all] again",
  "back (on track|to normal|to school on|as usual)",
  "(as|is) normal|usual",
  // The school's own part.
  "will be announced|charged|confirmed|displayed|emailed|posted|published|sent|uploaded",
  "will (be given|go) to charity",
  "will be [up] on [our|the] [_] blog|facebook|gallery|portal|website",
  "incur|incurs",
  "are|is issued",
  `(i will|i'll|we will|we'll) ${ownTasks}`,
  "(need not|needn't|don't need to|no need to) do",
  // Hours of every week.
  "office|opening hours",
  "timings",
  "working days",
  "mon|monday|mondays|m -|–|to fri|friday|f|thu|thursday|sat|saturday",
  "(mon-fri|mon–fri|mon-sat|mon-thu|monday-friday|monday–friday|m-f)",
  "closed on 2nd|bank|public|saturdays|statutory|sundays|weekends",
  // Cheer.
  "look|looking forward",
  "see you",
  "beat",
  "great start",
  "win|wins on the trot",
  // Where more is said.
  "more (details|info|information|on that)",
  "reply stop",
  "not affected",
  "unaffected|unchanged",
  "doesn't|won't work",
  // Advertisements.
  "advert*",
  "free consultation",
  "discount|half-price",
  "off (in|until|when)",
  "sponsor|sponsored|sponsors by",
);
const toldAtStart = atStart(
  "[a] [very] [big|great|huge|many|our|special] (thanks|thank you|congrat*|kudos|well done)",
  "enjoy|happy|hope|hoping|wishing",
  "have a|an",
  "bill|statement date",
  "invoice|ref|regular|sponsor:",
  "here's",
  "that means",
);

const handedOut = [
  "card|cards|envelope|envelopes|flyer|flyers|form|forms|letter|letters|photos|proofs|report",
  "reports|sheet|slip|slips|ticket|tickets|voucher|vouchers",
].join("|");
/** Unless the same sentence asks for something. */
const toldAlone = anywhere(
  "is|are open",
  "already (booked|full|taken)",
  "fully booked",
  "flyer|letter|newsletter no|number|issue",
  `${handedOut} [are|is|will] [be] come|comes|coming|go|goes|going|sent home`,
  "bringing|taking home",
  "sent home with",
);

/** "Term begins", "thank you", "we look forward": a family has nothing to do. */
export const isOnlyTold = (text: string): boolean =>
  toldAnywhere.test(text) ||
  toldAtStart.test(text) ||
  /\b(?:dated|expires?|reads|says) (?=\d)/i.test(text) ||
  /^back (?!to\b|by\b|before\b|no later\b)|^back to school(?! night)/i.test(text) ||
  (toldAlone.test(text) && !isRequired(text));

const staffNews = anywhere(
  "goodbye|maternity|retire|retires|retiring",
  "(joined|joining|joins|will join|to join) the|us",
  "mr|mrs|miss|ms … leave|leaves|leaving",
  "off ill|sick|until",
  "interviewing|secondment",
  "take|takes up [the|her|his] post|role",
  "to be married",
  "leave|leaves|leaving us",
  "return|returns from",
  "my last day",
  "on leave",
  "out of [the] office",
  "(i am|i will|i'll|i'm) [be] away|back|off|out",
);

/** "Staff – Governors' committee" in a table. */
const staffRow = /(?:^|– )(?:staff|governors|teachers)(?= –|$)/i;

/** "Mrs Day will leave us on Friday". */
export const isAboutStaff = (text: string): boolean => staffNews.test(text) || staffRow.test(text);

const refusals = anywhere(
  "cannot|can't",
  "(won't|will not) be able",
  "nobody|no-one … without|unless",
  "no one|child|children|person|player|pupil|student … without|unless",
);

/** "Students without a record will not be able to attend from Monday". */
export const isRefused = (text: string): boolean => refusals.test(text);

const ownDoing = patternOf(
  "",
  "^(?:(?:and|but|or|otherwise|so|then) )?(?:I'll|I will|we'll call)",
  "^(?:(?:and|but|so|then) )?I(?:'m| am) (?!afraid|delighted|glad|happy|pleased|sorry)",
  String.raw`^(?:(?:and|but|so|then) )?I (?!to\b|am\b|need|want|would|ask)`,
);
const withOthers = anywhere("we|you|your");
const hosting = anywhere("do|doing|have|having|hold|holding|host|hosting|run|running");

/** "I'm training the staff on Wednesday", but not "I'm having an evening" or "I invite you". */
export function isOwnDoing(text: string, day: string): boolean {
  const at = Math.max(0, text.indexOf(day));
  const clause = text
    .slice(0, at)
    .split(/[,;:–(]\s*/)
    .at(-1)!;
  if (hosting.test(clause) || withOthers.test(clause)) return false;
  return ownDoing.test(clause) || ownDoing.test(text.slice(at + day.length).replace(/^,? /, ""));
}

const toldVerbs = "beat|came|did|gave|got|had|took|was|went|were|won";
const pastVerbs = anywhere(
  toldVerbs,
  "became|began|brought|didn't|found|held|led|left|made|met|paid|ran|said|saw|sent|sold|spent",
  "last month|night|term|week|weekend|year",
  "last monday|tuesday|wednesday|thursday|friday|saturday|sunday",
);
/** Told after the day: "On Wednesday our team beat St Bede's". */
const verbsAfterDay = anywhere(toldVerbs, "played|visited");
const comingVerbs = anywhere("can|must|please|should|will", "going to", "to be");
const auxiliaries = "is|are|be|been|being|get|gets|need|needs|must|as|has|have|will";
const beforeParticiple = patternOf(
  "i",
  String.raw`(?:\b(?:${auxiliaries})|'s|'re|'ve)\b(?:\W+\w+){0,3}\W*$`,
);

/** "We got word on Monday", "Odd Socks Day on the 17th raised £112". */
export function isOver(text: string, day: string): boolean {
  const at = text.indexOf(day);
  const [before, behind] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + day.length)];
  if (at >= 0 && at < 6) return verbsAfterDay.test(text);
  if (beginsWithPast(behind)) return true;
  if (comingVerbs.test(before)) return false;
  if (pastVerbs.test(before)) return true;
  // The day stands in a line above.
  if (at < 0) return false;
  return [
    ...before.matchAll(/(?<=\w\W+)(?<!\b(?:an?|the|your|their) )\b(\w{3,}ed)\b(?:\W+(\w+))?/g),
  ].some(
    ({ index, 1: verb = "", 2: next = "" }) =>
      !beforeParticiple.test(before.slice(0, index)) &&
      (!adjectives.has(verb.toLowerCase()) || objects.has(next)),
  );
}

const isTold = atStart(toldVerbs, "made|saw|sold");
/** "Len completed his 5,000th crossing", but not "the completed forms". */
const objects = wordSet("a an her his it its me our their the them us");
const prepositions = wordSet("at by for from in of on to with");

/** "… raised £112", but not "… returned by Friday". */
function beginsWithPast(words: string): boolean {
  const [, verb = "", next = ""] =
    /^\s*(?:(?:and|but|where|when) )?(?:(?:he|it|she|they|we) )?([a-z']+)\W+(\w*)/.exec(words) ??
    [];
  if (isTold.test(verb)) return true;
  return verb.endsWith("ed") && !adjectives.has(verb) && !prepositions.has(next);
}

const adjectives = wordSet(`
  arranged assisted baked booked closed completed confirmed feed finished invited limited mixed
  need organised organized packed planned posted printed scheduled seed shared signed speed
  sponsored supervised unwanted used`);

const fees =
  "balance|charge|charges|contribution|deposit|dues|fee|fees|instalment|installment|payment";
const broughtIn = "back|brought|collected|dropped|given|handed|received|returned|sent|submitted";
const paidFor = "completed|made|ordered|paid|signed|transferred|zelled";
const handIn = `(${broughtIn}|${paidFor}|in by|in our)`;
const sold = "available|booked|bought|on sale|ordered|purchased|sold";
const enrolment =
  "application|applications|booking|bookings|enrolment|enrollment|re-enrolment|re-enrollment|" +
  "registration|registrations|sign-up|sign-ups";
const wishes = "(glad|good|grateful|great|helpful|like|love|lovely|need|needs|want)";
const requirements = anywhere(
  `(must|should|need to|needs to|needed to|has to|have to|is to|are to|to) be [_] [_] ${handIn}`,
  "(must|should|need to|have to|has to) be back|in",
  "(are|be|is) needed|required|wanted by|before",
  "if it|this|that|these|they could|would … by",
  `(${enrolment}) [for] [_] [is|are] [now] open … until|till|through|thru`,
  `are|form|forms|is|money|slip|slips|${fees} [are|is|now] due|outstanding|payable`,
  "(can|could|may) i|we [please] get|have … by",
  `${wishes} to have|hear|know|receive|see … by`,
  "if you could|would … by",
  "back|deadline|due|in|rsvp [is|date] (back|before|by|in by|no later)",
  "deadline|rsvp",
  `${fees} … (before|by|latest|no later|till|until)`,
  "last date",
  "no|not later than",
  "i|we [still] need … by",
  "helpers|parents|volunteers … (needed|required|wanted)",
  `(${sold}) [_] [_] [_] [_] [_] by|until|till`,
  "closes|closing at|on",
);
const papersDue = anywhere(
  `form|forms|money|slip|slips|${fees} [are|is|now] due|outstanding|payable`,
);

/** "Permission slips due" is an errand of its own. */
export const isPaperDue = (text: string): boolean => papersDue.test(text);

const wasDue = anywhere("was|were due");

/** "Forms must be returned", "payment is due": asked without a "please". */
export const isRequired = (text: string): boolean => requirements.test(text) && !wasDue.test(text);

const reach =
  "call|contact|email|e-mail|phone|ring|reach out to|speak to|talk to|get in touch with";
const reachUs = anywhere(
  `(${reach}) (me|us|reception|the office|the school|the school office|your)`,
  "let me|us know if you have",
  "reply to me",
);
const readMore = anywhere(
  "(do not|don't) hesitate",
  "any|further|more concerns|details|information|queries|question|questions",
  "attached are|is|please",
  "click here",
  "feel free",
  "find below",
  "following details|information|is|are|items|link|points",
  "have a look",
  "kindly|please note",
  "note of",
  "see attached",
  "please (accept|check out|check our|click|disregard|excuse|find|follow us)",
  "please (ignore|like|read|refer|scroll|see|view|visit)",
);
const courtesies = anywhere(
  "as always|ever|usual",
  "ask your child|daughter|kid|son",
  "do the needful",
  "keep up",
  "keep an eye",
  "no need",
  "on the fridge",
  "play along",
  "please (be advised|be assured|be aware|be patient|bear with)",
  "(do not|don't) reply",
  "tell your",
);

/** "Ring 0123 456 789", "call Deb at 512-555-0140". */
const callsNumber =
  /\b(?:call|phone|ring|contact|text)(?: \p{L}+){0,3} (?:at |on )?\(?\+?\d[\d ()-]{7}/iu;

/** A phrase of every mail: "please contact us with any questions". */
export const isRoutineAsk = (text: string): boolean =>
  reachUs.test(text) ||
  readMore.test(text) ||
  courtesies.test(text) ||
  callsNumber.test(text) ||
  /\b(?:call|phone|ring|contact) \d/i.test(text);

const troubles = [
  "absence|absent|already|can't|cannot|concern|cost|difficult*|ill|late",
  "lost|missed|problem|question|questions|sick|tight|unable|unwell",
].join("|");
const conditions = atStart(`[please note that] if … (${troubles}|have not|haven't|payment has)`);

/** "If your child is sick on the day, please keep them at home". */
export const isConditional = (text: string): boolean => conditions.test(text);

const ownPlans = atStart(
  "[and|but|so|then] (we'll|we will|i'll|i will|they'll|they will|he'll|he will|she'll|she will)",
  "[and|but|so|then] (i'm|i am|he's|he is|she's|she is|they're|they are)",
);

const ownCondition = atStart("if … (i'll|i will|we'll|we will)");

/** "If it snows, we'll call by six". */
export const isOwnCondition = (text: string): boolean => ownCondition.test(text);

/** "We'll do the night hike", "I'm training the staff": the sender's own part. */
export const isOwnPlan = (text: string): boolean => ownPlans.test(text);

const strongErrands = anywhere(
  "acknowledge|apply|book|complete|confirm|donate|enrol|enroll|fill|order|pay|register|renew|reply",
  "respond|return|rsvp|settle|sign|submit|transfer|upload|volunteer",
  "top up",
  "hand|send in",
  "sign up",
  "let (me|us|_ _) know",
);

const shortages = anywhere(
  "(are|get|gets|getting|is|run|running|runs) [a] [bit|little] [very] low",
  "(have|has|ran|run|running|runs) [nearly|almost] [run] out of",
  "(all|almost|nearly) (finished|gone|used up)",
  "(almost|nearly) out of",
  "down to (his|her|our|the|their) last",
  "(could|would) do with (a|another|more|new|some)",
  "(we'd|we would) love|appreciate a|another|some _ … for|from the|our",
  "(he|she|_) needs another|more",
);

/** "Wipes are getting low", "we'd love a family photo": asked without a "please". */
export const isShortage = (text: string): boolean => shortages.test(text);

const haveTo = "(has to|have to|must|need to|needs to)";
const duties = anywhere(
  `${haveTo} [_] [_] (apply|book|complete|confirm|order|pay|register) … by|before`,
  `${haveTo} [_] [_] (renew|reply|return|settle|sign|submit|upload) … by|before`,
);

/** "She has to register it before Friday". */
export const isDuty = (text: string): boolean => duties.test(text);

const proposals = atStart("[and|but|so] (are|would|could|can|does|might|should|shall)");
const suits = anywhere(
  "suit|suits|work|works",
  "are you|either|both … available|free",
  "(could|can|would) … (come|drop|meet|pop|stop|join)",
);
const asksFor = anywhere(
  "(can|could|would) (he|she|they|you|_ child) [please] (be|bring|come|have|pack|send|wear)",
);

/** "Would Thursday at five suit?", "could she wear those tomorrow?" */
export const isProposal = (text: string): boolean =>
  text.endsWith("?") && ((proposals.test(text) && suits.test(text)) || asksFor.test(text));

/** Asks how to come: "bring £1", "wear trainers", "arrive by 1.45". */
export const isTidyingAsk = (text: string): boolean =>
  !strongErrands.test(text.replaceAll(/\bbank transfers?\b/gi, "")) && !isShortage(text);

const errands = anywhere("bring|buy|check|collect|drop|label|provide|send", "pick up");

/** Without a date, only an errand is worth a task. */
export const namesErrand = (text: string): boolean =>
  strongErrands.test(text) || errands.test(text);

const offers = anywhere(
  "if anyone|he|she|they|you|(your child) are|can|could|have|is|want|wish|would",
  "would [you] like to",
  "why not",
  "are welcome",
  "anyone interested|who",
  "interested|optional",
);

/** "If your child would like to come", "why not join". */
export const isOffer = (text: string): boolean => /^\W*if\b/i.test(text) || offers.test(text);
