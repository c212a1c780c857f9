import type { Page } from "@playwright/test";

/** Interim words, final words, an error, or silence if empty. */
interface Heard {
  words?: string;
  isFinal?: boolean;
  error?: string;
}

interface SpeechStandIn {
  hear: (heard: Heard) => void;
  listening: () => { lang: string; interimResults: boolean }[];
  spoken: { text: string; lang: string; pitch: number; rate: number; volume: number }[];
  cancelled: number;
}

declare global {
  interface Window {
    speechStandIn: SpeechStandIn;
  }
}

/**
 * Replaces speech recognition and synthesis, which need hardware and Google.
 * @param thrown the error that `start` throws
 * @param isDeaf keeps listening when stopped
 */
export async function standInForSpeech(page: Page, odd: { thrown?: string; isDeaf?: boolean } = {}): Promise<void> {
  await page.addInitScript(({ thrown, isDeaf }) => {
    const active = new Set<StandIn>();
    class StandIn extends EventTarget {
      lang = "";
      interimResults = false;
      start() {
        if (thrown) throw new DOMException("stand-in", thrown);
        active.add(this);
      }
      stop() {
        if (!isDeaf) this.#end();
      }
      abort() {
        this.dispatchEvent(Object.assign(new Event("error"), { error: "aborted" }));
        this.#end();
      }
      hear(heard: Heard) {
        const results = [Object.assign([{ transcript: heard.words ?? "" }], { isFinal: heard.isFinal })];
        if (heard.words !== undefined) this.dispatchEvent(Object.assign(new Event("result"), { results }));
        if (heard.error) this.dispatchEvent(Object.assign(new Event("error"), { error: heard.error }));
        if (heard.isFinal || heard.words === undefined) this.#end();
      }
      #end() {
        active.delete(this);
        this.dispatchEvent(new Event("end"));
      }
    }
    window.speechStandIn = {
      hear: (heard) => active.forEach((standIn) => standIn.hear(heard)),
      listening: () => [...active].map(({ lang, interimResults }) => ({ lang, interimResults })),
      spoken: [],
      cancelled: 0,
    };
    Object.assign(window, { SpeechRecognition: StandIn, webkitSpeechRecognition: StandIn });
    window.speechSynthesis.speak = ({ text, lang, pitch, rate, volume }) => {
      const round = (value: number) => Math.round(value * 100) / 100;
      const heard = { text, lang, pitch: round(pitch), rate: round(rate), volume: round(volume) };
      window.speechStandIn.spoken.push(heard);
    };
    window.speechSynthesis.cancel = () => {
      window.speechStandIn.cancelled += 1;
    };
  }, odd);
}

/** Waits until the page listens. */
export async function hear(page: Page, heard: Heard): Promise<void> {
  await page.waitForFunction(() => window.speechStandIn.listening().length > 0);
  await page.evaluate((said) => window.speechStandIn.hear(said), heard);
}
