import { wordSet } from "../word-set.ts";

/** "Stop by the bakery and get bread". */
export const motionVerbs = wordSet(
  "go come run stop swing head drive walk log try sit stay visit pop hop",
);

/** "Call the vet and make an appointment". */
export const contactVerbs = wordSet(
  "call text email phone ring message contact ask tell talk speak meet write",
);
export const verbsDoneByCalling = wordSet(
  `make schedule book cancel confirm reschedule set request order check arrange get renew change dispute register submit
  update refill apply reserve transfer lower negotiate dispute activate`,
);
export const verbsDoneByTalking = wordSet(
  "ask tell see find invite thank wish remind let talk cc bcc",
);

/** "Call the school and book the dentist" takes two calls. */
export const separateContacts = wordSet(
  `dentist doctor orthodontist pediatrician optician vet plumber electrician sitter babysitter cleaner roofer mechanic
  groceries pizza campsite movers`,
);

/** "Take the car in and get the oil changed". */
export const takingVerbs = wordSet("take bring drop");
export const verbsDoneThere = wordSet("get have see ask make show give leave meet");

/** "Help Leo pack and make his bed". */
export const leadingVerbs = wordSet("help let make have get teach show watch remind tell ask");

/** After one of these "to Friday" is the new time: "move the dentist to Friday". */
export const movingVerbs = wordSet(
  "move moved reschedule rescheduled push pushed change changed switch switched postpone postponed shift shifted bump bumped delay delayed bring rebook moving prepone preponed rearrange rescheduling postponing swap swapped",
);

/** Pairs that name one thing: "show and tell". */
export const wordPairs: ReadonlySet<string> = new Set(
  `show tell|meet greet|mix match|arts crafts|lost found|bed breakfast|wash fold|stop shop|drop go|grab go|park ride|kiss ride
  mac cheese|pb j|pbj j|salt pepper|mommy me|daddy me|barnes noble|crate barrel|bath beyond|dine dash|trick treat|hide seek
  mac n|surf turf|sip see|chips dip|chips salsa|biscuits gravy|bacon eggs|pots pans|odds ends|black white|back forth
  peanut butter|ham cheese|grilled cheese|fish chips|pick pull|wash dry|wash wax|cut color|cut style|check balance`.split(
    /[|\n]\s*/,
  ),
);
