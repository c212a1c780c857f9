interface RecognitionEvents {
  result: { results: SpeechRecognitionResultList };
  error: { error: string };
  end: object;
}

/** The part of the Web Speech API that we use; TypeScript does not declare it. */
interface Recognition {
  lang: string;
  interimResults: boolean;
  addEventListener: <Name extends keyof RecognitionEvents>(
    name: Name,
    listener: (event: RecognitionEvents[Name]) => void,
  ) => void;
  start: () => void;
  /** Ends, with a result from what was heard so far. */
  stop: () => void;
  /** Ends without a result. */
  abort: () => void;
}

declare global {
  interface Window {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  }
}

/** Undefined where the browser has no speech recognition. */
export const findRecognition = () => window.SpeechRecognition ?? window.webkitSpeechRecognition;
