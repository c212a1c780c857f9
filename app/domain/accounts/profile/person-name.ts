interface Named {
  firstName: string | null;
  lastName: string | null;
}

/** "Nora Berg"; null if neither name is known. */
export function fullName({ firstName, lastName }: Named): string | null {
  return [firstName, lastName].filter(Boolean).join(" ") || null;
}

/** Returns the name that the family uses: "Nora", or the first part of the address. */
export function accountName({ firstName, email }: { firstName: string | null; email: string }) {
  return firstName?.trim() || email.split("@")[0] || email;
}

/** Returns the name that other people see, or the address if there is none. */
export function personName(person: Named & { email: string }): string {
  return fullName(person) ?? person.email;
}
