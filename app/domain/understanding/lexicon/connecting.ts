import { wordSet } from "./word-set.ts";

/** Words that start another part of the sentence: the part before them is complete. */
export const connectingWords =
  wordSet(`at for in on by with to from after before until till starting and or but per then so because if when while about near
  outside inside behind please thanks tonight today tomorrow this next every each am pm sharp monday tuesday wednesday
  thursday friday saturday sunday`);

/** After one of these a number is an amount: "buy 8 tonight". */
export const quantityContexts =
  wordSet(`buy order get make bake grab need needs read do wash print bring take pack send count have has eat feed cook find the
  invite up my our your his her their these those only just all another with for turn turns turning won lost is are of`);

/** The "at" after these is theirs: "have the furnace looked at Friday". */
export const lookingVerbs = wordSet("look looks looked looking laugh laughed");
