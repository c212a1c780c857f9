import { appointmentWords } from "./occasions.ts";
import { wordSet } from "./word-set.ts";

/** Before an object these always start a task: "and buy milk". */
const clearVerbList = `buy get grab pick drop take bring make bake order do send submit give find finish prepare prep install remove
  replace renew register enroll unload collect fetch deliver donate assemble organize organise arrange throw put apply attend
  download upload defrost thaw marinate scrub sanitize declutter transfer withdraw hire contact invite remind rsvp reply
  respond venmo zelle paypal windex febreze degrease descale regrout reorder rebook refund swiffer defrag declog
  call tell ask reschedule cancel confirm refill sell write wrap sew hang choose unpack disinfect vacuum meet
  chill unclog preheat recharge
  bathe wake swap fix reserve repair visit update rotate tidy lock close decorate measure
  sort study learn mend peel chop boil soak rinse prune insulate fertilize fertilise hoover
  restock remake feed shovel`;

/**
 * Verbs that are also nouns or adjectives: after "and", they count only before "the", "my", a name
 * or one of these objects.
 */
const ambiguousVerbObjects: Record<string, string> = {
  book: "flights flight hotel tickets campsite movers {appointments} hotel car cabin restaurant table",
  schedule: "{appointments}",
  water: "plants flowers tomatoes garden lawn ferns roses vegetables",
  walk: "dog dogs",
  cook: "dinner lunch rice pasta soup breakfast chicken chili",
  plan: "meals dinner menu",
  pay: "rent bills taxes tuition daycare insurance mortgage fees allowance bill sitter babysitter nanny cleaner plumber tutor coach",
  wash: "dishes clothes sheets towels windows laundry uniform uniforms jerseys hair car cars bedding blankets",
  clean:
    "kitchen bathroom bathrooms house garage fridge gutters gutter windows litter room rooms bedroom car oven basement closet closets pool",
  start: "laundry dishwasher dinner rice dryer washer crockpot",
  run: "dishwasher errands",
  move: "laundry",
  switch: "laundry",
  fold: "laundry clothes towels",
  mail: "invitations packages letters checks cards",
  pack: "lunch lunches bags snacks suitcases backpack backpacks lunchbox lunchboxes snack diaper swimsuits",
  change: "sheets diapers lightbulbs filter filters oil bulbs batteries",
  print: "photos tickets forms pictures coupons labels homework",
  sign: "forms papers homework planner planners waivers slip slips permission",
  rake: "leaves",
  set: "up alarm alarms table",
  fill: "out up in",
  turn: "off on",
  return: "library books bottles",
  mow: "lawn grass",
  load: "dishwasher",
  empty: "dishwasher trash bins",
  check: "homework mail email emails batteries oil tires backpacks",
  lay: "out",
  sweep: "floors porch patio garage",
  mop: "floors kitchen",
  dust: "shelves",
  iron: "shirts uniforms clothes",
  brush: "teeth",
  charge: "phones ipad ipads tablets",
  trim: "hedges hedge nails bushes",
  review: "homework",
  use: "up",
  leave: "cash money key keys check note tip out room",
  wipe: "counters counter table tables down off windows cabinets",
  bag: "leaves",
  salt: "driveway walkway steps",
  strip: "beds bed",
  shred: "documents papers mail",
  file: "taxes papers",
  scan: "receipts documents docs",
  steam: "curtains",
  reset: "router clocks",
  flip: "mattress mattresses",
  drain: "pool tub",
  practice: "piano spelling violin",
  text: "grandma grandpa mom dad coach landlord boss sitter babysitter realtor neighbor neighbors",
  email:
    "teachers teacher school coach principal nurse counselor landlord boss hr accountant lawyer realtor hoa tutor daycare",
};

/**
 * Verbs that are also nouns or adjectives: after "and", they count only before "the", "my" or a
 * name.
 */
const ambiguousVerbList = `text email phone post dust sweep mop iron paint plant trim cut weed shop file test drive ring message
  dress brush watch charge check scan switch rent start pop run light dry move help 
  review research build read record deposit copy grill freeze look talk speak open fax tip
  go list hide label log tag practice practise hand stock tape frame 
  polish sand glue hem upgrade top pump drain flush reset restart program bleed seal `;

/**
 * Verbs that continue the errand before: "pick up Ben and bring snacks", "… and go to the park".
 */
export const continuationVerbs = wordSet("bring go");

/** Things whose names begin like an order. */
export const nounPairs: ReadonlySet<string> = new Set(
  `water bill|water bills|water bottle|water bottles|water heater|water filter|water filters|water park|water balloons|water shoes
  book club|book report|book fair|book bag|book order|mail key|mail room|phone bill|phone bills|phone case|phone charger|phone call
  test prep|test results|watch battery|ring bearer|paint brush|paint brushes|paint chips|light bulb|light bulbs|light switch
  dry cleaning|dry cleaner|dry cleaners|dry erase|dry shampoo|practice test|practice jersey|practice schedule|picture day
  wash cloth|wash cloths|return label|return policy|charge cord|mop head|mop heads|mop bucket|vacuum bags|vacuum filter
  vacuum cleaner|label maker|tape measure|rent check|rent money|file folders|file cabinet|copy paper|grill brush|hand soap
  hand sanitizer|hand lotion|hand warmers|hand towels|plant food|plant pot|freeze pops|stock pot|sand box|sand toys|glue sticks
  glue stick|glue gun|help desk|play dough|check up|check engine|post office|drive thru|iron supplements|iron pills
  cut off|print cartridge|print ink|trash bags|trash cans|bake sale|bake shop|order status|order number|pump parts|top soil
  call log|wrap party|set list|cook book|lock box|box cutter|change purse|fix it|pay stub|pay stubs|pay period|pack n|park pass
  study guide|study group|study hall|research paper|research project|review session|plan b|walk through|help wanted`.split(
    /[|\n]\s*/,
  ),
);

/** Not objects of the verb before them: "get ready", "order form", "make sure". */
export const nonObjects = wordSet(
  `and or but then so because if when while as than for to at in on by with from of about after before until off up out
  over down away back into onto through around near soon early late later again today tonight tomorrow now there here home
  ready dressed going rid well better sure married sick done started moving lost form forms number numbers status center
  office centre list log button sheet history confirmation slip slips sum please too also either whether why how what who where
  which is are was will would can could should must not`,
);

/** "Take a break", "take pictures". */
export const nonTaskObjects = wordSet(
  "picture pictures photo photos notes nap break look turns care time part place seat breath",
);

/** Words for an object that was named before: "wash the car and dry it". */
export const referringWords = wordSet(
  "it them him her his their its theirs hers me us one ones that those these this both each everything there himself herself",
);

export const verbParticles = wordSet("up off out in back away down on over together");

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
    write: "to",
    reach: "out",
    enroll: "in",
  }).map(([verb, prepositions]) => [verb, wordSet(prepositions)]),
);

export const determiners = wordSet(
  "the a an my our your this some all any another every two three four five six",
);

const bareObjects = new Map(
  Object.entries(ambiguousVerbObjects).map(([verb, objects]) => [
    verb,
    wordSet(objects.replace("{appointments}", [...appointmentWords].join(" "))),
  ]),
);
const clearVerbs = wordSet(clearVerbList);
const ambiguousVerbs = wordSet(ambiguousVerbList);

export function isErrand(word: string): boolean {
  return clearVerbs.has(word) || ambiguousVerbs.has(word) || bareObjects.has(word);
}

export function isClearBefore(verb: string, object: string): boolean {
  const objects = bareObjects.get(verb);
  return (
    clearVerbs.has(verb) ||
    (objects?.has(object) ?? false) ||
    (objects?.has(object.replace(/s$/, "")) ?? false) ||
    (objects?.has(`${object}s`) ?? false)
  );
}
