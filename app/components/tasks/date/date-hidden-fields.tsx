export interface DateHidden {
  /** "calendar" to add the task there next, or empty. */
  then: string;
  /** Choosing a date restores the task. */
  isDeleted: boolean;
}

/** What the picker and the presets send along with a date. */
export function DateHiddenFields({ then, isDeleted }: DateHidden) {
  return (
    <>
      {then && <input type="hidden" name="then" value={then} />}
      {isDeleted && <input type="hidden" name="bringBack" value="on" />}
    </>
  );
}
