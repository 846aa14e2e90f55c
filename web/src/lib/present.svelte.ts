// present.svelte.ts - the rule that the present choice is about, and where rules are read: at a table in a panel, elsewhere in another tab.
class Present {
  rule = $state('');
  /** Opens the rules beside the table; null where there is no table. */
  read = $state.raw<((rule: string) => void) | null>(null);
}
export const present = new Present();
