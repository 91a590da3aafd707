"""What the scripts of the groups share: text pools, the content of a site, marks of gold, and the writing of a site."""
