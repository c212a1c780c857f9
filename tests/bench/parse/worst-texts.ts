/** Texts of 2,000 characters that give the parser the most work. */
export const worstTexts: Record<string, string> = {
  dates: repeated("10/19 at 5, Oct 20th 9am; "),
  "days after days": repeated("3 days after "),
  "the day after": repeated("the day after "),
  numbers: repeated("1 "),
  "list numbers": repeated("1., "),
  "days and list numbers": `donnerstag, ${repeated("today 1. . ")}`.slice(0, 2_000),
  "number words": repeated("five thirty to six "),
  "from to": repeated("from 1 to 2 "),
  weekdays: repeated("every Monday, Tuesday and "),
  ordinals: repeated("the first second third of "),
  corrections: repeated("5 no wait 6 actually "),
  "filler words": repeated("um please remind me to can you "),
  commas: repeated(","),
  misspellings: repeated("wendesday thirsday febuary "),
  "am and pm": repeated("1 pm to 2 am - "),
  "one word": repeated("a"),
  digits: repeated("7"),
  errands: repeated("pick up Emma at 3 and order groceries, then ask Dan to call Rose on Friday; "),
  "one errand of many verbs": repeated("call and book and buy and "),
  "verbs without objects": repeated("do,"),
  "lines of verbs": repeated("do,\n"),
  "a list": repeated("- buy milk at 5\n"),
  "a numbered list": repeated("1. buy milk 2. call Rose "),
  "a subordinate clause": repeated("if so call the school and buy milk, "),
  "errands and dates": repeated("10/19 at 5, call Rose "),
  "run-ons": repeated("pay the rent get milk Monday dentist at 10 Dan 3pm ballet "),
  "a mixed list": repeated("milk, call Rose, windex the mirrors, "),
  lines: repeated("a\n"),
  brackets: repeated("(["),
  "quotation marks": repeated('"a '),
  names: repeated("Dan Kim Rose for Dan "),
  emoji: repeated("👩‍👩‍👧"),
};

function repeated(text: string): string {
  return text.repeat(Math.ceil(2000 / text.length)).slice(0, 2000);
}
