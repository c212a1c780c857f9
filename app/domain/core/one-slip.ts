/** True if one letter is missing, extra or wrong, or two neighbors are swapped. */
export function isOneSlip(word: string, right: string): boolean {
  if (Math.abs(word.length - right.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === right[at]) at += 1;
  if (endsAlike(word, at + 1, right, at + 1)) return true;
  if (endsAlike(word, at + 1, right, at) || endsAlike(word, at, right, at + 1)) return true;
  const isSwapped = word[at] === right[at + 1] && word[at + 1] === right[at];
  return isSwapped && endsAlike(word, at + 2, right, at + 2);
}

function endsAlike(word: string, from: number, right: string, rightFrom: number): boolean {
  const length = Math.max(0, word.length - from);
  if (length !== Math.max(0, right.length - rightFrom)) return false;
  for (let index = 0; index < length; index += 1)
    if (word[from + index] !== right[rightFrom + index]) return false;
  return true;
}
