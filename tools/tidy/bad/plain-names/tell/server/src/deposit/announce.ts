export async function tellMembers(): Promise<void> {}
