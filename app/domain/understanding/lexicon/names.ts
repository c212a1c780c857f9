import { wordSet } from "./word-set.ts";

export const falseWeekdays: ReadonlySet<string> = new Set(
  `sun hat|sun hats|sun cream|sun screen|sun lotion|sun block|sun glasses|sun dress|sun dresses|sun butter|sun room|sun tea
  sun umbrella|sun shade|sun visor|sun protection|sun catcher|sun lamp|the sun|sun shirt|sun tan|sun tent|sun dried|sun dry
  sat on|sat down|sat in|sat through|sat up|sat by|sat next|sat nav|sat navs|sat prep|sat test|sat tutor|sat exam|sat book
  sat books|sat score|sat scores|sat practice|sat class|sat still|he sat|she sat|they sat|we sat|i sat|it sat|who sat
  get wed|newly wed|be wed|to wed|mon ami|sunday school|wednesday addams|man friday|taco tuesday|the sat|sat tutoring
  sunday best|freaky friday|manic monday|blue monday|casual friday|taco tuesdays|meatless monday|wacky wednesday
  stormy monday|super sunday|super saturday|throwback thursday|tgi friday|crazy friday|sunday roast|sunday bloody
  bloody sunday|friday harbor|monday blues|friday fish|mon petit|mon cheri|sun conure|sun bear|sun chips|sun maid|ruby tuesday|friday folder|sunday paper|sunday times|fri fri|girl friday`.split(
    /[|\n]\s*/,
  ),
);

/**
 * First names that are also ordinary words. In lower case they are names only beside one of the
 * words below.
 */
export const ordinaryWordNames =
  wordSet(`bill will may mark art grace hope joy rose dawn eve summer april june august autumn pat rob sue jack drew chase grant
  frank dean miles max rich skip guy ray gene angel faith ruby lily daisy ivy violet olive pearl penny amber crystal brook
  river sky star sunny charity honor honour carol holly iris jade jasmine olive robin rusty sandy sage scout wade ward
  bud buddy sonny junior reed glen cliff herb hunter mason carter cooper baker tanner taylor harry basil ginger`);

/** "Pick up may", "with will". */
export const wordsBeforeName =
  wordSet(`up for with to from call text ask tell take drive get bring drop help remind and email phone ring visit pay off give
  send see meet teach feed wake bathe dress`);

/** "May needs socks". */
export const wordsAfterName = wordSet(
  "'s needs has wants is gets goes likes loves starts turns may might should can will and",
);

/** Verbs that start a sentence with a capital: "Mark the calendar", "Will you". */
export const nameLikeVerbs = wordSet(
  "bill will may mark hope grant chase rob sue skip frank max rich art drew pat",
);

export const kinshipWords = wordSet(
  `mom mum mother dad father mommy daddy mama papa grandma grandpa granny gran mam nan nana nanna grandmother grandfather abuela
  abuelo oma opa aunt auntie uncle kids`,
);

/** First names that are names in lower case too. Others count only with a capital. */
export const childNames =
  wordSet(`emma olivia ava sophia sofia isabella mia charlotte amelia harper evelyn abigail emily ella elizabeth camila luna
  mila aria scarlett victoria madison layla nora zoe riley zoey nova eleanor hannah lillian addison aubrey ellie stella
  natalie leah hazel aurora savannah audrey brooklyn bella claire skylar lucy anna caroline kennedy maya sarah allison
  gabriella alice madelyn cora eva serenity autumn adeline hailey gianna valentina isla eliana naomi elena sadie lena
  lea lina marie julia clara freya poppy rosie matilda beatrix zara aisha fatima leila yasmin priya anika ananya sana
  liam noah oliver elijah james william benjamin lucas henry theodore jackson levi alexander mateo daniel michael mason
  sebastian ethan logan owen samuel jacob asher aiden john joseph wyatt david leo luke julian hudson matthew ezra gabriel
  carter isaac jayden luca anthony dylan lincoln thomas maverick elias josiah charles caleb christopher ezekiel josh
  joshua andrew theo cameron nolan jeremiah nathan ben adam eli finn jonah oscar felix arthur archie alfie freddie milo
  hugo emil anton paul jonas lukas finley max tom tim sam alex toby omar ali yusuf ibrahim arjun rohan dev diego carlos
  santiago miguel pablo javier zac zach zack jake nick joe mikey tommy timmy danny`);

/** Capitalized words after "pick up" that are not children. */
export const noChildren =
  wordSet(`mom mum mommy mummy mother dad daddy father grandma grandpa granny gran nana nanna grandmother grandfather abuela
  abuelo oma opa aunt auntie uncle mr mrs ms dr miss i we you he she it they who what there that this everyone kids today
  tomorrow tonight school preschool daycare kindergarten nursery practice training homework medicine recital teacher coach
  doctor dentist team class costco walmart target amazon ikea tylenol advil motrin ibuprofen calpol benadryl zyrtec claritin
  chipotle mcdonalds starbucks lego nike apple google ups usps fedex dhl uber doordash cvs walgreens boots tesco aldi lidl
  sainsbury kroger publix safeway chinese thai indian italian mexican monday tuesday wednesday thursday friday saturday
  sunday january february march april may june july august september october november december christmas easter halloween
  thanksgiving hanukkah mon tue tues wed weds thu thur thurs fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec the my our his her their a an some more new milk`);
