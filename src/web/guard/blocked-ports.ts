/** Ports of web servers; other ports below 1024 are assigned to other services (RFC 6335 section 6). */
export const webPorts: readonly number[] = [80, 443];

/** Ports from 1024 of databases, queues and control interfaces that an HTTP request could harm. */
export const servicePorts: readonly number[] = [
  1433, // Microsoft SQL Server
  1521, // Oracle
  2049, // NFS
  2375, // Docker
  2376, // Docker over TLS
  2379, // etcd
  2380, // etcd peers
  3306, // MySQL
  3389, // remote desktop
  5432, // PostgreSQL
  5672, // AMQP
  6379, // Redis
  9042, // Cassandra
  9200, // Elasticsearch
  9300, // Elasticsearch nodes
  10250, // kubelet
  11211, // memcached
  27017, // MongoDB
  27018, // MongoDB shards
];

/** Ports from 1024 that browsers block ("bad port", Fetch standard section 2.9), so that no site uses them. */
export const browserBlockedPorts: readonly number[] = [
  1719, 1720, 1723, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];
