import { wordSet } from "./word-set.ts";

/** Verbs that begin a task wherever they stand before an object: "and buy milk". */
const clearVerbList = `buy get grab pick drop take bring make bake order do send submit give find finish prepare prep install remove
  replace renew register enroll unload collect fetch deliver donate assemble organize organise arrange throw put apply attend
  download upload defrost thaw marinate scrub sanitize declutter transfer withdraw hire contact invite remind rsvp reply
  respond call tell ask reschedule cancel confirm refill sell write wrap sew hang choose unpack disinfect vacuum meet`;

/**
 * Verbs that are also nouns or adjectives. After "and" they are verbs before "the", "my" or a name, and before these;
 * else they go on with what was said: "wrapping paper and return labels".
 */
const ambiguousVerbObjects: Record<string, string> = {
  book: "flights flight hotel tickets campsite movers {appointments}",
  schedule: "{appointments}",
  water: "plants flowers tomatoes",
  walk: "dog dogs",
  feed: "cat cats dog dogs fish chickens",
  cook: "dinner lunch rice pasta soup",
  plan: "meals dinner",
  pay: "rent bills taxes tuition daycare insurance mortgage fees allowance",
  wash: "dishes clothes sheets towels windows laundry",
  clean: "kitchen bathroom bathrooms house garage fridge gutters windows",
  fold: "laundry clothes towels",
  mail: "invitations packages letters checks cards",
  pack: "lunch lunches bags snacks suitcases",
  change: "sheets diapers lightbulbs",
  print: "photos tickets forms",
  sign: "forms papers",
  rake: "leaves",
  set: "up",
  fill: "out up in",
  turn: "off on",
  return: "library",
  mow: "lawn",
  load: "dishwasher",
  empty: "dishwasher trash",
};

/** More of them, which need "the", "my" or a name. */
const ambiguousVerbList = `text email phone post dust sweep mop iron paint plant trim cut weed shop file test drive ring message
  bathe dress brush wake watch charge check scan switch swap fix rent start reserve light dry repair move help visit
  review update research build rotate read record deposit copy grill freeze look talk speak tidy lock close open fax tip
  decorate measure go`;

/** One goes there for what comes next: "stop by the bakery and get bread". */
export const motionVerbs = wordSet("go come run stop swing head drive log try sit stay visit pop hop");

/** One calls about what comes next: "call the vet and make an appointment". */
export const contactVerbs = wordSet("call text email phone ring message contact ask tell talk speak meet write");
export const verbsDoneByCalling = wordSet(
  `make schedule book cancel confirm reschedule set request order check arrange get renew change dispute register submit
  update refill apply reserve transfer`,
);
export const verbsDoneByTalking = wordSet("ask tell see find invite thank wish remind let talk");

/** These have a telephone of their own: "call the school and book the dentist". */
export const separateContacts = wordSet(
  `dentist doctor orthodontist pediatrician optician vet plumber electrician sitter babysitter cleaner roofer mechanic
  groceries pizza campsite movers`,
);

/** One takes something somewhere to have this done: "take the car in and get the oil changed". */
export const takingVerbs = wordSet("take bring drop");
export const verbsDoneThere = wordSet("get have see ask make show give leave meet");

/** These lead others: what follows may be theirs to do, "help Leo pack and make his bed". */
export const leadingVerbs = wordSet("help let make have get teach show watch remind tell ask");

/** These go with what comes before: "pick up Ben and bring snacks", "and go to the park". */
export const continuationVerbs = wordSet("bring go");

/** After a verb these are no object of it: "get ready", "order form", "make sure". */
export const nonObjects = wordSet(
  `and or but then so because if when while as than for to at in on by with from of about after before until off up out
  over down away back into onto through around near soon early late later again today tonight tomorrow now there here home
  ready dressed going rid well better sure married sick done started moving lost form forms number numbers status center
  centre list log button sheet history confirmation slip slips sum please too also either whether why how what who where
  which is are was will would can could should must not`,
);

/** "Take a break", "take pictures": said of what one is doing already. */
export const nonTaskObjects = wordSet(
  "picture pictures photo photos notes nap break look turns care time part place seat breath",
);

/** An object that was named before: "wash the car and dry it". */
export const referringWords = wordSet(
  "it them him her his their its theirs hers me us one ones that those these this both each everything there himself herself",
);

export const verbParticles = wordSet("up off out in back away down on over together");

/** Verbs whose object stands after a preposition. */
export const verbPrepositions: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    go: "to",
    look: "for",
    shop: "for",
    apply: "for to",
    register: "for",
    reply: "to",
    respond: "to",
    rsvp: "to for",
    talk: "to with",
    speak: "to with",
    check: "on",
    meet: "with",
    enroll: "in",
  }).map(([verb, prepositions]) => [verb, wordSet(prepositions)]),
);

export const determiners = wordSet("the a an my our your this some all any another every two three four five six");

export const kinshipWords = wordSet(
  `mom mum mother dad father mommy daddy mama papa grandma grandpa granny gran nana nanna grandmother grandfather abuela
  abuelo oma opa aunt auntie uncle kids`,
);

/** What one goes to at an hour. */
export const appointmentWords = wordSet(
  `dentist doctor orthodontist pediatrician optometrist vet checkup physical haircut appointment appointments meeting
  practice lesson lessons class recital rehearsal soccer ballet piano swim swimming karate gymnastics football baseball
  basketball violin guitar choir tutoring therapy playdate physio conference interview sitter babysitter plumber
  electrician optician cleaner massage yoga tennis hockey dance band scouts vaccination cleaning dinner lunch brunch party
  game match concert movie`,
);

const bareObjects = new Map(
  Object.entries(ambiguousVerbObjects).map(([verb, objects]) => [
    verb,
    wordSet(objects.replace("{appointments}", [...appointmentWords].join(" "))),
  ]),
);
const clearVerbs = wordSet(clearVerbList);
const ambiguousVerbs = wordSet(ambiguousVerbList);

/** True for the verb of an errand, which may also be another word. */
export function isErrand(word: string): boolean {
  return clearVerbs.has(word) || ambiguousVerbs.has(word) || bareObjects.has(word);
}

/** True when the verb can be none but a verb before this word, whatever that is. */
export function isClearBefore(verb: string, object: string): boolean {
  return clearVerbs.has(verb) || (bareObjects.get(verb)?.has(object) ?? false);
}
