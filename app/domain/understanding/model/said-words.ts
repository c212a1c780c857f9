import { firstName } from "#app/domain/core/first-name.ts";
import { tokenize } from "#app/domain/understanding/tokenize/tokenize.ts";
import type { FamilyMember } from "#app/domain/understanding/types.ts";

/** A title may reword a request, but its names and numbers must be in the text. */
export function namesOnlyWhatWasSaid(title: string, text: string, family: FamilyMember[]): boolean {
  const said = new Set(tokenize(text).map(({ word }) => word));
  const familyNames = new Set(family.map(({ name }) => firstName(name).toLowerCase()));
  return tokenize(title).every(({ type, text: written, word }, at) => {
    const isName = familyNames.has(word) || (at > 0 && type === "word" && /^\p{Lu}/u.test(written));
    return (type !== "number" && !isName) || said.has(word) || said.has(`${word}s`);
  });
}
