/** True if one letter is missing, extra or wrong, or two neighbors are swapped. */
export function isOneSlip(word: string, right: string): boolean {
  if (Math.abs(word.length - right.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === right[at]) at += 1;
  const [rest, rightRest] = [word.slice(at), right.slice(at)];
  if (
    rest.slice(1) === rightRest.slice(1) ||
    rest.slice(1) === rightRest ||
    rest === rightRest.slice(1)
  )
    return true;
  return (
    rest[0] === rightRest[1] && rest[1] === rightRest[0] && rest.slice(2) === rightRest.slice(2)
  );
}
