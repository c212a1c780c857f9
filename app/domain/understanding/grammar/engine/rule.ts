import type { SlotValues } from "./slots.ts";
import type { Place, Rule } from "./types.ts";

type SlotName<Name> = Name extends `${infer Base}${2 | 3}`
  ? Base & keyof SlotValues
  : Name & keyof SlotValues;
type NamesIn<Say extends string> = Say extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type RequiredNames<Say extends string> = Say extends `${infer Before}[${string}]${infer After}`
  ? NamesIn<Before> | RequiredNames<After>
  : NamesIn<Say>;
type Slots<Say extends string> = { [Name in RequiredNames<Say>]: SlotValues[SlotName<Name>] } & {
  [Name in Exclude<NamesIn<Say>, RequiredNames<Say>>]?: SlotValues[SlotName<Name>];
};

export function rule<const Say extends string, Meaning>(definition: {
  say: Say;
  examples: string[];
  means: (slots: Slots<Say>, place: Place) => Meaning | null;
}): Rule<Meaning> {
  // The reader fills exactly the slots of the pattern, which the type shared by all rules cannot
  // express.
  return definition as unknown as Rule<Meaning>;
}
