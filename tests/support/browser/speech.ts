import type { Page } from "@playwright/test";

/** Contains interim words, final words, an error, or silence if empty. */
interface Heard {
  words?: string;
  isFinal?: boolean;
  error?: string;
}

interface FakeSpeech {
  hear: (heard: Heard) => void;
  listening: () => { lang: string; interimResults: boolean }[];
  spoken: { text: string; lang: string; pitch: number; rate: number; volume: number }[];
  cancelled: number;
}

declare global {
  interface Window {
    fakeSpeech: FakeSpeech;
  }
}

/**
 * Replaces speech recognition and synthesis, which need hardware and Google.
 * @param startError the error that `start` throws
 */
export async function fakeSpeech(
  page: Page,
  options: { startError?: string; neverStops?: boolean } = {},
): Promise<void> {
  await page.addInitScript(({ startError, neverStops }) => {
    const active = new Set<FakeRecognition>();
    class FakeRecognition extends EventTarget {
      lang = "";
      interimResults = false;
      start() {
        if (startError) throw new DOMException("fake", startError);
        active.add(this);
      }
      stop() {
        if (!neverStops) this.#end();
      }
      abort() {
        this.dispatchEvent(Object.assign(new Event("error"), { error: "aborted" }));
        this.#end();
      }
      hear(heard: Heard) {
        const results = [
          Object.assign([{ transcript: heard.words ?? "" }], { isFinal: heard.isFinal }),
        ];
        if (heard.words !== undefined)
          this.dispatchEvent(Object.assign(new Event("result"), { results }));
        if (heard.error)
          this.dispatchEvent(Object.assign(new Event("error"), { error: heard.error }));
        if (heard.isFinal || heard.words === undefined) this.#end();
      }
      #end() {
        active.delete(this);
        this.dispatchEvent(new Event("end"));
      }
    }
    window.fakeSpeech = {
      hear: (heard) => active.forEach((recognition) => recognition.hear(heard)),
      listening: () => [...active].map(({ lang, interimResults }) => ({ lang, interimResults })),
      spoken: [],
      cancelled: 0,
    };
    Object.assign(window, {
      SpeechRecognition: FakeRecognition,
      webkitSpeechRecognition: FakeRecognition,
    });
    window.speechSynthesis.speak = ({ text, lang, pitch, rate, volume }) => {
      const round = (value: number) => Math.round(value * 100) / 100;
      const heard = { text, lang, pitch: round(pitch), rate: round(rate), volume: round(volume) };
      window.fakeSpeech.spoken.push(heard);
    };
    window.speechSynthesis.cancel = () => {
      window.fakeSpeech.cancelled += 1;
    };
  }, options);
}

export async function simulateSpeech(page: Page, heard: Heard): Promise<void> {
  await page.waitForFunction(() => window.fakeSpeech.listening().length > 0);
  await page.evaluate((said) => window.fakeSpeech.hear(said), heard);
}
