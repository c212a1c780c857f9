/** Each word's index is its value. */
export const numberWords =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

export const vagueNumbers = toWordSet(
  `couple dozen dozens half double twice triple pair hundred hundreds thousand thousands million thirty forty fifty sixty
  seventy eighty ninety`,
);

export const days = toWordSet(
  `monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight yesterday weekend`,
);

/** Any other capitalized word counts as a name. */
export const sentenceStarters = toWordSet(
  `a all also an and any anything are as at both but by can don't enjoy everything for good great have he hello here hey
  hi i i'm i've in is it it's just keep let let's looks maybe mila more most no nobody none nothing on once one only our
  plus quite right she so some still take thanks that that's the then there there's they they're this time together
  we we're well what while with yes yet you you'll you're you've your`,
);

for (const word of numberWords) sentenceStarters.add(word);

function toWordSet(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}
