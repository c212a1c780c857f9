/** Enough to tell titles apart, and few enough to survive a cut-off message. */
const comparedLetters = 12;

/** @param quoted the words after the question in the message that the phone quotes */
export function findQuoted<Request extends { title: string }>(
  quoted: string,
  requests: Request[],
): Request[] {
  return requests.filter(({ title }) => {
    const start = letters(title).slice(0, comparedLetters);
    return start !== "" && letters(quoted).startsWith(start);
  });
}

/** Ignores accents: some texts lose them on the way to save space. */
function letters(words: string): string {
  return words
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
