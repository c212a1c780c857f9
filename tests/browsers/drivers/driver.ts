/** A window of a real browser, without cookies or storage of any other. */
export interface DrivenWindow extends AsyncDisposable {
  javaScript: boolean;
  open: (url: string) => Promise<void>;
  /**
   * Runs an expression in the page, also while the page itself may run no scripts. Its value must
   * be plain data.
   */
  run: (expression: string) => Promise<unknown>;
  click: (x: number, y: number) => Promise<void>;
  /** Presses one key after the other. */
  type: (text: string) => Promise<void>;
  setCookie: (name: string, value: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  picture: () => Promise<Buffer>;
}

export interface WindowOptions {
  javaScript: boolean;
  isDark?: boolean;
}

export type OpenWindow = (options: WindowOptions) => Promise<DrivenWindow>;

/** Presses and releases each key: both protocols take the same actions. */
export const keyActions = (text: string) => ({
  type: "key",
  id: "keyboard",
  actions: [...text].flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]),
});

export const clickActions = (x: number, y: number) => ({
  type: "pointer",
  id: "mouse",
  parameters: { pointerType: "mouse" },
  actions: [
    { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ],
});

export const keys = {
  enter: "\uE007",
  escape: "\uE00C",
  tab: "\uE004",
  backspace: "\uE003",
} as const;
