export interface Failure {
  title: string;
  message: string;
}

/** The specification's words (section 8). */
export const notSupported: Failure = {
  title: "Not supported",
  message: "Speech recognition is not supported in your browser.",
};
export const notHeard: Failure = {
  title: "Oops!",
  message: "I couldn't quite catch that. Mind saying it again?",
};

/** Somebody said no to the microphone, or the device did; that can be changed. */
const notAllowed: Failure = {
  title: "I can't hear you yet",
  message: "Please allow the microphone for this page in your browser, or type it instead.",
};

/** What to say about an error of the Web Speech API (SpeechRecognitionErrorEvent.error). */
export function failureOf(error: string): Failure {
  if (error === "not-allowed") return notAllowed;
  return error === "service-not-allowed" || error === "language-not-supported" ? notSupported : notHeard;
}
