import { wordSet } from "./word-set.ts";

/** Phrases by their first word, longest first. A singular also matches its plural. */
export type Weights = ReadonlyMap<string, { words: string[]; weight: number }[]>;

/** The heaviest phrases name a person, the lightest are hints. */
export const kidsWords: Weights = weights({
  9: `parents have to|parents must|parents should|parents - professors|parents - teachers|parents - profs|meeting of parents|chers parents|parents :|parents !|dear parents|hi parents|hello parents|all parents|year parents|grade parents|class parents|dear parent|dear mums|dear families|dear family|dear guardians|dear carers|parents and guardians
  parents and carers|parents or guardians|parents / guardians|dear students|school parents|class mom|class mum|room mom|room mum|team mom|soccer mom|soccer mum|den mother
  parent conf|parents association|parent association|parent council|parent rep|parent teachers|parent coffee|parents meeting|parent meeting|parent portal
  parents evening|parents ' evening|parents ' meeting|parents ' council|parents night|parent teacher|parent - teacher|parent conference|parent volunteer
  mommy and me|daddy daughter|mother 's helper|room parent|class parents|soccer parents|other parents|team parents`,
  5: `school board|school office|kds|homework|grandson|granddaughter|grandchild|grandchildren|grandkid|great niece|kids|kid|kiddo|kiddos|child|children|son|daughter|baby|babies|toddler|toddlers|twins|little one|little ones|newborn|infant
  stepson|stepdaughter|godson|goddaughter|grandkids|nephew|niece|the boys|the girls|our boys|our girls|teen|teenager`,
  4: `burp cloth|burp cloths|breast milk|nursing bra|nursing bras|nursing pads|nursing cover|lost tooth|loose tooth|chore chart|easter basket|easter baskets|elf on the|boys '|girls '|boy 's|girl 's|screen time|sat registration|act registration|lemonade stand|bottle warmer|teether|changing table|changing pad|tummy time|baby swing|senior portraits|senior portrait|senior night|report card|pinewood derby|merit badge|merit badges|blue and gold|spelling homework|library day|reading buddy|reading buddies|lunch duty|car line|carline|tee - ball|school lunch|kid lit|baby book|baby wipes|swim diaper|sippy|crossing guard|kinder|tk registration|child support|childproof|child proof|child - proof|outgrown|recess
  grade 1|grade 2|grade 3|grade 4|grade 5|grade 6|grade 7|grade 8|year 1|year 2|year 3|year 4|year 5|year 6|year 7|year 8|year 9|year 10|year 11|leavers|fafsa|common app|college visit|college visits|college tour|financial aid office|dorm|dorm room|learner 's permit|learners permit|drivers ed|driver 's ed|ap exam|ap exams|psat|immunization record|immunization records|shot records|sports physical
  retainer|braces|headgear|mouthguard|mouth guard|palate expander|team photo|team photos|concession stand|snack shack|booster club|marching band|band concert|school band|band instrument|trumpet|clarinet|saxophone|trombone|ukulele lessons|math olympiad
  minecraft|roblox|pokemon|barbie|hot wheels|nerf|slime|playdough|play - doh|play doh|crayola|finger paint|finger paints|sidewalk chalk|tricycle|trike|swing set|swingset|sandbox|kiddie pool|swim diapers|water wings|floaties|puddle jumper
  rash guard|diaper genie|diaper bag|nursing pillow|bottle brush|gripe water|infant tylenol|children 's motrin|childrens motrin|childrens tylenol|lice comb|ear tubes|well visit|month shots|kindergarten registration|school supplies|lunch account|lunch money
  milk money|diorama|poster board|trifold|valentines|treat bags|party favors|slumber party|bunk|prom dress|homecoming|hoco|corsage|cap and gown|senior photos|senior pictures|letter jacket|letterman|aftercare|after care|before care|beforecare
  mother 's day out|mothers day out|gymboree|story hour|toddler time|mommy group|moms group|playpen|pack n|snow pants|mittens|light up shoes|velcro|training potty|stuffie|stuffies|lovey|blankie|pj day|pajamas day|crazy hair|wacky|dress up day|100th day|hundredth day
  teacher gift|teacher gifts|end of year gift|field day|class pet|show n tell|scholastic|book orders|pencil case|pencil box|glue sticks|composition notebook|graph paper|protractor|gradebook|parent square|classdojo|class dojo|remind app|powerschool|canvas login
  sat prep|act prep|sat test|iep|tball|varsity|snack time|rd grade|th grade|st grade|nd grade|first grade|second grade|third grade|fourth grade|fifth grade|pull - ups|pull ups|pullups|goodnites|desitin|enfamil|similac|pedialyte|sippy|swaddle|swaddles|stroller fan|binky|binkies|paci|pacis|pjs for|spirit day|pajama day|t ball|tee ball|flag football|cotillion|hand - me - downs|rocking horse|playpen|sports day|sport day|annual day|stairgate|stair gate|safety gate|field day|front office|pediatric|paediatric|senior prom|school|preschool|pre school|pre - school|nursery|kindergarten|daycare|day care|childcare|permission slip|permission form|permission forms|youth group
  permission slips|report card|report cards|recital|babysitter|baby sitter|sitter|nanny|au pair|diaper|diapers|nappy|nappies
  pediatrician|paediatrician|pediatric dentist|stroller|pram|pushchair|car seat|booster seat|baby formula|pacifier|dummy
  tooth fairy|playdate|play date|playdates|playgroup|sleepover|little league|pta|pto|back to school|field trip|science fair|book fair|bake sale|spelling test
  spelling list|spelling words|spelling bee|summer camp|day camp|sleepaway camp|cub scouts|girl scouts|boy scouts|girl scout
  scouts|brownie troop|girl guides|cubs|crib|high chair|highchair|bassinet|breast pump|formula|babyproof|wet wipes|wipes|onesies|trick or treat
  trick or treating|trick - or|elementary|middle school|high school|principal|crossing guard|carpool|car pool|lunchbox
  lunch box|lunch boxes|lunchboxes|lunches|swim lesson|swim lessons|swimming lesson|swimming lessons|swim class|babysit|babysits|playroom|play room|playmat|ptm|kita|elternabend|elternsprechtag|schulfest|laternenumzug|einschulung|schultüte|kindergeburtstag|école|sortie scolaire|périscolaire|rentrée|cantine|escuela|colegio|guardería|scuola|asilo|schoolbag|school bag|satchel|tiffin|creche|crèche|kinder|pre - k|prek|tuition
  children|kids room|bunk bed|bunk beds|night light|nightlight|sippy cup|sippy cups|bibs|bib|nap mat|onesie|stepkids|stepchild
  baby monitor|baby gate|baby food|scout|reading log|spelling list|show - and|tot|preschooler|kindergartner|first grader|pupil|pupils
  pickup line|drop off line|drop - off line|after school club|after - school|holiday club|kids club|forest school|homeroom|gymnastic
  swim meet
  swim team|swim practice|piano lesson|piano lessons|piano recital|violin lesson|violin lessons|guitar lesson|guitar lessons
  music lesson|music lessons|dance class|dance lesson|dance lessons|dance recital|dance rehearsal|ballet class|ballet shoes
  soccer practice|soccer game|soccer cleats|soccer uniform|baseball practice|basketball practice|football practice
  hockey practice|t - ball|tball|gymnastics|karate class|taekwondo|tutoring|tutor|math tutor|orthodontist|teething|potty
  show and tell|picture day|pajama day|spirit week|class photo|class photos|class party|class trip|snack day|snack duty
  teacher|teachers|teacher 's|santa letter|letter to santa|advent calendar|easter egg hunt|egg hunt|story time|storytime
  bedtime story|bath time|playground|toys|toy|lego|legos|doll|dolls|pinata|kids '|children 's|kid 's|baby 's|inset day
  half term|school run|p . e|pe kit|gym kit|book bag|backpack|backpacks|immunization form|chickenpox|head lice|lice
  well child|well - child|well baby|midwife|babysitting|bounce house|goody bags|goodie bags|party bags|cupcakes for class
  student|students|college application|sat tutor|cribs|toddler bed|training wheels|nursery pickup|crayons|coloring book`,
  2: `assembly|athletics|lacrosse|kindy|nippers|tuckshop|tuck shop|nit check|nits|settling in|ballet|soccer|swim|swimming|karate|judo|gymnastics|piano exam|class|classroom|practice|coach|lesson|lessons|recess
  uniform|uniforms|costume|costumes|camp|judo|football|basketball|baseball|hockey|netball|cricket|rugby|gym bag|recorder|lunchbox|jumper|jumpers|violin|cello|choir|band practice|rehearsal|cleats|shin guards|snack money|team snacks|soccer snacks|birthday party
  science project|spelling|math|reading log|library books|tournament|exam|stuffed animal|puppet|santa|kite|zoo|drama club
  chess club|art class|drum lesson|early dismissal|dismissal|early release|half day|dance|tap shoes|leotard|spanish class|robotics|coding club|graduation|prom|yearbook|stickers|science|spelling`,
});

export const eldersWords: Weights = weights({
  4: `compression stockings|compression stocking|blood pressure cuff|lifeline pendant|medical pendant|long - term care|adult diapers|adult briefs|memory unit|elder abuse|senior bus|senior shuttle|golden agers|reverse mortgage|medigap|hospital bed|wheel chair|shower stool|shower seat|grabber tool|nursing aide|home aide|night nurse
  grdma|grndma|grdpa|grndpa|meemaw|memaw|peepaw|papaw|mamaw|pawpaw|maw maw|paw paw|mimi|gigi|gammy|pappy|my folks|old folks|medicaid|medicare part|va benefits|long term care|elder law|eldercare|elder care|living will|home health|respite|respite care
  shower chair|grab bars|grab bar|bed rails|bed rail|raised toilet seat|depends|pacemaker|dialysis|senior living|senior apartment|senior housing|aging|meals on|hoyer|bedside commode|bedpan|lift chair|mobility scooter|rollator|cpap for|oxygen tank|oxygen concentrator
  stepdad|stepmom|stepmum|stepfather|stepmother|step dad|step mom|step mum|step - dad|step - mom|gma|gpa|grandparents|godmother|godfather|grandaunt
  granduncle|dadi|nani|dada|dadaji|nanaji|amma|appa|naniji|dadiji|nanima|dadima|nanu|dadu|thatha|paati|ajji|ammamma|papi|abuelita|yiayia|babushka|lola|halmoni|great - aunt|great - uncle|retirement village|blood pressure tablet
  old age home|sheltered housing|care assistant|district nurse|commode|incontinence|stroke clinic|memory clinic|chair lift
  mom|mom 's|mam|mam 's|mum|mum 's|mother|mama|mommy|mummy|dad|dad 's|father|daddy|papa|grandma|grandma 's|grandpa|grandpa 's|granny|gran
  gramma|grammy|gramps|grampa|grandmother|grandfather|grandad|granddad|grandparents|grandparent|nana|nanna|nan|nonna|nonno
  abuela|abuelo|oma|opa|pop pop|great aunt|great uncle|parents|in - laws|in laws|inlaws|mother - in|father - in|mother in law
  father in law|mil|fil|aunt|auntie|aunty|uncle|elderly|elder|elders|senior|seniors|old neighbor|old neighbour|older neighbor
  elderly neighbor|nursing home|care home|retirement home|retirement community|assisted living|memory care|senior center
  senior centre|hospice|medicare|dementia|alzheimer 's|alzheimers|hearing aid|hearing aids|walking frame|zimmer frame
  wheelchair|walker|dentures|meals on wheels|caregiver|carer|carers|home care aide|home health aide|pension|pensions
  life alert|medical alert|stairlift|stair lift|power of attorney|geriatrician|geriatric|adult day|visiting nurse|hip replacement
  pill organizer|pill box|pillbox|compression socks|bingo night|widow|widower|great grandma|great grandpa`,
  // Holidays: longer than "mother", these phrases take its place.
  0: `elder brother|elder sister|elder son|elder daughter|mother 's day|mothers day|mothers ' day|father 's day|fathers day|fathers ' day|grandparents day|grandparents ' day
  grandparent 's day`,
  2: `cataract|arthritis|blood thinner|blood thinners|walking cane|social security`,
});

/** Phrases that only look like those above: a yoga class, a plant nursery, Father Christmas. */
export const householdWords: Weights = weights({
  8: `high school reunion|dog sitter|cat sitter|pet sitter|house sitter|doggy daycare|dog daycare|doggie daycare|baby shower
  old school|dog toy|cat toy|candy cane|cane sugar|nan bread|eye exam|physical exam|bar exam|swim trunks|dance floor`,
  6: `moms night|mom 's night|dads night|geriatric cat|geriatric dog|elder tree|nursing school|nursing degree|nursing exam|scout the|scout out|scout for|uncle joe 's|mother 's milk|mother 's ruin|father figure|kid brother|kid sister|old man winter|baby name|baby names|uncle nearest|aunt flo
  mother - in - law 's tongue|mortgage principal|loan principal|senior dog|senior cat|senior discount|dad jeans|dad sneakers|class reunion|baby 's breath|school of motoring|senior accountant|senior editor|senior analyst|senior engineer|senior vp|senior director|senior associate|senior moment|coach class|kindergarten cop|plant nursery|garden nursery|nursery plants|school tax|school taxes|kid rock|dad hat|old grand - dad|dad hats|mother nature|mother - of - pearl|mother of pearl|school bus yellow|friday night lights|father christmas
  papa john 's|papa johns|baby carrots|baby sweetcorn|baby corn|baby spinach|baby potatoes|baby bok|kid gloves|senior manager|parent company|mama bear
  class action|first class|world class|mom jeans|dad jokes|baby back|dog walker|walker 's crisps|walkers crisps|walker 's shortbread|practice management|grandfather clock|grandmother clock|granny smith|granny square|granny squares|granny knot|granny flat|father time|mother tongue|mother goose|mother lode|mother ship|mother board|daddy longlegs|daddy long|dad bod|mom and pop
  mum and dad jokes|mama mia|mamma mia|nan khatai|school of rock|baby grand|baby oil|baby powder|baby shower|baby corn|baby potatoes|baby bel|babybel
  kids meal|kid leather|elder flower|elderflower|elderberry|senior year|senior developer|senior partner|senior staff|dad shoes
  uncle sam|aunt anne 's|auntie anne 's|coffee class|master class|masterclass|office party|office costume
  uncle ben 's|uncle bens|aunt jemima|parents magazine|puppy class|dog training class|puppy school|obedience class|obedience school
  driving school|night school|business school|mother board|father of the bride|father of the groom|mother of the bride|mother of the groom|mother of the year|father of the year|baby ruth|baby bottle pops|pop culture|kids menu`,
  4: `yoga class|yoga|pilates|cooking class|spin class|pottery class|painting class|gym class|exercise class|wine|beer|book club|car pool lane|college fund|529|moving truck
  dog park|piano tuner|tune the piano|board meeting|team meeting|work meeting|client|office|standup|conference call|car wash`,
});

/** A one-letter slip in these gives no other English word. */
export const oftenMisspelled: readonly string[] = [
  ...wordSet(`soccer swimming daycare homework pediatrician babysitter kindergarten preschool grandma grandpa grandmother
  grandfather gymnastics basketball football baseball recital school`),
];

/** A word means something else when one of these is in the request too. */
export const otherMeanings: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "nursery",
    wordSet(`plant plants tulip bulb compost soil seedling seed tree shrub rose mulch garden pot herb hedge flower perennial fern
    succulent orchard topsoil fertilizer fertiliser lavender cactus bush lawn sapling pansy pansies`),
  ],
  [
    "coach",
    wordSet(
      "marathon triathlon life seat ticket bus reunion wedding hire seater station train trip airport timetable tour bag purse outlet wallet lamp house sofa light lantern flight holiday journey fare tyre tire",
    ),
  ],
  [
    "school",
    wordSet(
      "driving business tax taxes obedience cooking law med grad flying dog puppy beauty language",
    ),
  ],
  [
    "parents",
    wordSet(
      "year school pupils students children child u6 u8 u9 u10 u11 u12 u14 team class grade coach soccer room",
    ),
  ],
  [
    "practice",
    wordSet("presentation speech law dental medical my yoga driving meditation own wedding toast "),
  ],
  [
    "class",
    wordSet(
      "cpr lamaze birthing childbirth defensive sewing coach yoga gym pilates spin pottery cooking exercise my fitness zumba barre wine antenatal",
    ),
  ],
  ["lesson", wordSet("driving my flying")],
  ["uniform", wordSet("work nurse police my waiter")],
  [
    "football",
    wordSet("watch tv ticket tickets stream bet fantasy monday sunday super bowl score"),
  ],
  ["soccer", wordSet("watch tv ticket tickets stream")],
  ["basketball", wordSet("watch tv ticket tickets stream nba")],
  ["baseball", wordSet("watch tv ticket tickets stream mlb")],
  ["cricket", wordSet("watch tv ticket tickets stream ipl")],
  ["rugby", wordSet("watch tv ticket tickets stream pub")],
  ["hockey", wordSet("watch tv ticket tickets stream nhl")],
  ["costume", wordSet("office work adult my opera theater theatre")],
  ["camp", wordSet("stove chair chairs tent fire site lantern boot")],
  ["crib", wordSet("notes cribbage mtv")],
  ["dance", wordSet("wedding floor salsa ballroom tango my")],
  ["choir", wordSet("church my")],
  ["walker", wordSet("dog crisps shortbread")],
  ["wheelchair", wordSet("basketball")],
  ["pension", wordSet("my our own work workplace")],
  ["pensions", wordSet("my our own work workplace")],
  ["swim", wordSet("trunks suit suits myself")],
  ["exam", wordSet("bar board eye my physical")],
  ["formula", wordSet("excel spreadsheet race f1 grand")],
]);

function weights(byWeight: Record<number, string>): Weights {
  const byFirstWord = new Map<string, { words: string[]; weight: number }[]>();
  for (const [weight, phrases] of Object.entries(byWeight)) {
    for (const phrase of phrases.split(/[|\n]\s*/)) {
      const words = phrase.split(" ");
      const same = byFirstWord.get(words[0]!) ?? [];
      byFirstWord.set(
        words[0]!,
        [...same, { words, weight: Number(weight) }].toSorted(
          (one, other) => other.words.length - one.words.length,
        ),
      );
    }
  }
  return byFirstWord;
}
