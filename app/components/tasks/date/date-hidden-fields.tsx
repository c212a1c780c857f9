export interface DateHidden {
  /** "calendar" to add the task there next, or empty. */
  then: string;
  isDeleted: boolean;
}

export function DateHiddenFields({ then, isDeleted }: DateHidden) {
  return (
    <>
      {then && <input type="hidden" name="then" value={then} />}
      {isDeleted && <input type="hidden" name="bringBack" value="on" />}
    </>
  );
}
