/** As many letters of a title tell it from others; a message that had no room for all of it still has them. */
const lettersEnough = 12;

/**
 * Which of the requests a tap is on, by the words that follow the question in the message that the phone quotes; none
 * where the message had no room for them.
 */
export function quotedAmong<Request extends { title: string }>(quoted: string, requests: Request[]): Request[] {
  return requests.filter(({ title }) => {
    const beginning = letters(title).slice(0, lettersEnough);
    return beginning !== "" && letters(quoted).startsWith(beginning);
  });
}

/** Letters lose their marks on the way where that saves room. */
function letters(words: string): string {
  return words
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
