import type { Failure } from "#app/ui/saving/failure.ts";
import { failureFor, notHeard } from "./failures.ts";
import { findRecognition } from "./recognition.ts";

/** Limits the silence, because some browsers never stop on their own. */
const silenceMs = 8_000;

export interface Outcome {
  words?: string;
  failure?: Failure;
}

export interface Listening {
  finish: () => void;
  cancel: () => void;
}

/** @throws when the browser blocks speech recognition */
export function listen(
  onWords: (words: string) => void,
  onEnd: (outcome: Outcome) => void,
): Listening {
  const Recognition = findRecognition();
  if (!Recognition) throw new Error("This browser has no speech recognition");
  const recognition = new Recognition();
  recognition.lang = "en-US";
  recognition.interimResults = true;

  let outcome: Outcome = { failure: notHeard };
  let isCancelled = false;
  let silence = 0;
  const waitForWords = () => {
    window.clearTimeout(silence);
    silence = window.setTimeout(() => recognition.stop(), silenceMs);
  };
  recognition.addEventListener("result", ({ results }) => {
    if (isCancelled) return;
    waitForWords();
    const words = Array.from(results, ([best]) => best?.transcript ?? "").join("");
    onWords(words);
    if (words.trim()) outcome = { words: words.trim() };
  });
  recognition.addEventListener("error", ({ error }) => {
    if (!isCancelled) outcome = { failure: failureFor(error) };
  });
  recognition.addEventListener("end", () => {
    window.clearTimeout(silence);
    onEnd(outcome);
  });
  recognition.start();
  waitForWords();
  return {
    finish() {
      if (!outcome.words) outcome = {};
      recognition.stop();
    },
    cancel() {
      isCancelled = true;
      outcome = {};
      recognition.abort();
    },
  };
}
