import type { FailureWords } from "./failure.ts";

/** See the specification, section 8. */
export const couldNotSignIn: FailureWords = { title: "Error" };

export const couldNotConfirm: FailureWords = { title: "I couldn't check that" };

export const couldNotConnect: FailureWords = { title: "Not connected" };
