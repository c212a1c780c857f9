export interface DateHiddenFieldsProps {
  /** "calendar" to add the task there next, "overdue" to go on to the next overdue task, or empty. */
  then: string;
  isDeleted: boolean;
}

export function DateHiddenFields({ then, isDeleted }: DateHiddenFieldsProps) {
  return (
    <>
      {then && <input type="hidden" name="then" value={then} />}
      {isDeleted && <input type="hidden" name="bringBack" value="on" />}
    </>
  );
}
