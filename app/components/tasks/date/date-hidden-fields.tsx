export interface DateHidden {
  /** "calendar" when that is where the task is on its way to, or empty. */
  then: string;
  /** Choosing a date brings it back. */
  isDeleted: boolean;
}

/** What the picker and the presets say besides a date. */
export function DateHiddenFields({ then, isDeleted }: DateHidden) {
  return (
    <>
      {then && <input type="hidden" name="then" value={then} />}
      {isDeleted && <input type="hidden" name="bringBack" value="on" />}
    </>
  );
}
