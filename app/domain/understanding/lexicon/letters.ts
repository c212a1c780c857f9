import { wordSet } from "./word-set.ts";

/** Parts of regular expressions. */
export const headerNames =
  "from|to|cc|bcc|subject|sent|date|reply-to|von|an|betreff|gesendet|de|objet|envoyé|asunto|re|fwd?|fw";
export const greetings =
  "hi|hello|hey|hiya|heya|yo|good morning|good afternoon|good evening|morning|afternoon|evening|greetings|hallo|bonjour|bonsoir|buongiorno|guten tag|hej|salut|hola|coucou|namaste|happy new year|hope you are (?:all )?well|hope all is well";
export const greetedPeople =
  "all|y['’]all|everyone|everybody|there|team|folks|guys|parents|families|family|mom|mum|dad|ladies|both|class|again|you two|neighbou?rs|mamas|friends|grade|year|and|&|of|love|sweetie|honey|dear|grade parents";
/** Groups that people address without a greeting: "Team, great game". */
export const addressed =
  "team|parents|families|folks|all|everyone|everybody|guys|ladies|neighbou?rs|friends|scouts|parents and guardians|parents and carers";
export const closingWords =
  "regards|wishes|thanks|thank you(?: (?:so|very) much| all| in advance)?|thx|sincerely|yours(?: sincerely| truly| faithfully)?|cheers|warmly|best|love|ta|respectfully|take care|see you(?: there| soon| then)?|hugs|xoxo|xx+|cordially|merci|danke|gracias";

/** Verbs that ask someone to do something: "can you", "could you". */
export const askingVerbs = wordSet("can could would will");

/** Before "to" these say that something is to be done. */
export const needWords = wordSet("need needs have has got ought gotta supposed");

/** Past forms of verbs that tell a story; others end in "-ed". */
export const pastVerbs =
  wordSet(`was were had came went got did said saw lost ran died fell left met told made took gave ate broke sent forgot heard
  found bought brought thought felt knew kept paid put slept spent stood stole threw won wore wrote began became drove flew hurt
  let read hit cut set spoke taught understood woke been swam sang rang rode sold caught built blew drank froze grew shook tore bit quit`);

/** Words that end in "-ed" but are not in the past. */
export const presentWords =
  wordSet(`need feed bed red shed seed weed speed breed med meds sled wed used signed completed attached printed baked dried fried frozen
  red-eye unmarried united limited advanced closed fed led supposed`);

/** Verbs that make a clause a statement: "the trip is on Friday". */
export const finiteVerbs =
  wordSet(`must may might should could would cannot is are was were will has have had couldn't didn't wouldn't hadn't gets starts begins ends opens closes arrives comes leaves works goes wants needs says
  isn't aren't wasn't weren't won't hasn't haven't doesn't don't can't they're we're i'm it's that's there's he's she's i've we've
  looks seems keeps travels flies plays sings returns finishes visits needed closed hosts serves meets calls drips leaks smells hurts stops runs means takes turns lives moves resumes restarts continues
  reopens expires applies falls happens remains includes requires lasts`);

/** A sentence that starts with one of these gives a reason. */
export const reasonWords = wordSet("since because as although though while whereas after when if");

/** Orders that appear only in messages; `isErrand` knows the others. */
export const orders = wordSet(
  `leave wear run join use keep log complete arrive label list let bring come add drop ring fetch hoover iron stop start hide hand tidy
  rsvp arrange chase sort stick hold stay practice practise learn study memorize memorise revise read inform notify`,
);

/** A sentence that starts with one of these continues the one before. */
export const continuingWords = wordSet("no sorry scratch actually wait");

/** A sentence that starts with one of these describes how something was. */
export const feelingWords = wordSet(
  "lovely great nice good fun happy sorry thanks thank congrats congratulations finally just wonderful glad hope hoping excited wow omg ugh whoa yikes what thx ty tx proud thrilled amazing awesome fantastic congratulations thinking missing loving enjoying hiya",
);

/** A sentence whose subject is one of these only tells something. */
export const subjectPronouns = wordSet(
  "they he she it i we you that this there everyone everybody nobody someone",
);

/** Words without meaning in the heading of a list: "To do tomorrow:". */
export const listHeadingWords =
  wordSet(`to do todo todos list lists tasks task reminders reminder remind me things need please the my our for i
  we have on here is are 's plan plans errands schedule agenda bills appointments appts chores activities stuff weekend week`);
