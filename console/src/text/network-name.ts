const names: Readonly<Record<string, string>> = {
  service: 'own network',
  residential: 'residential network',
  unblock: 'unblocking proxy',
};

/** Returns the kind of network of an exit in words. */
export function networkName(network: string): string {
  return names[network] ?? network;
}
