import { ButtonForm, useButtonForms } from "#app/ui/shell/page-form.tsx";

export function StopRepeating({ taskId }: { taskId: string }) {
  const { sending } = useButtonForms();
  return (
    <ButtonForm action={`/tasks/${taskId}/repeat/end`} className="mt-4">
      <button type="submit" className="button-secondary" disabled={Boolean(sending)}>
        Stop repeating
      </button>
    </ButtonForm>
  );
}
