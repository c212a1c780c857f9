import { Choices } from "#app/ui/delegation/choices.tsx";

export function ScopeChoices({ chosen }: { chosen: string }) {
  return (
    <div>
      <Choices name="scope" legend="What should change?" chosen={chosen} choices={choices} />
      <p className="hint">
        A new time is for all that you choose, and so is a new day if the others can move with it.
      </p>
    </div>
  );
}

const choices = [
  { value: "one", label: "Only this one", hint: null, isDisabled: false },
  { value: "following", label: "This and the following", hint: null, isDisabled: false },
  { value: "all", label: "All", hint: null, isDisabled: false },
];
