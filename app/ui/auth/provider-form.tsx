import { ButtonForm, useButtonForms } from "../shell/page-form.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";

interface ProviderFormProps {
  provider: string;
  action: string;
  fields: Record<string, string>;
}

/** Leads to the provider. If that fails, the page stays and shows `useButtonForms().failure`. */
export function ProviderForm({ provider, action, fields }: ProviderFormProps) {
  const isBusy = useButtonForms().sending === action;
  return (
    <ButtonForm action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton className="button-secondary w-full" isBusy={isBusy} busyText="Loading...">
        {`Continue with ${provider}`}
      </SubmitButton>
    </ButtonForm>
  );
}
