import type { Failure } from "#app/ui/saving/failure.ts";

/** See the specification, section 8. */
export const notSupported: Failure = {
  title: "Not supported",
  message: "Speech recognition is not supported in your browser.",
};
export const notHeard: Failure = {
  title: "Oops!",
  message: "I couldn't quite catch that. Mind saying it again?",
};

const notAllowed: Failure = {
  title: "I can't hear you yet",
  message: "Please let this page use your microphone, or type it instead.",
};

export function failureFor(error: string): Failure {
  if (error === "not-allowed") return notAllowed;
  return error === "service-not-allowed" || error === "language-not-supported"
    ? notSupported
    : notHeard;
}
