# What `make install` and the Debian package carry: the program, its man pages, its completions.
include(GNUInstallDirs)
install(TARGETS lockstep RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/man/*.1)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

# Completions come from the program itself, so they cannot fall behind it.
function(install_completion shell folder file)
  install(CODE "
    set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/${folder}\")
    file(MAKE_DIRECTORY \"\${folder}\")
    execute_process(COMMAND \"$<TARGET_FILE:lockstep>\" completion ${shell}
      OUTPUT_FILE \"\${folder}/${file}\" COMMAND_ERROR_IS_FATAL ANY)")
endfunction()
install_completion(bash bash-completion/completions lockstep)
install_completion(zsh zsh/vendor-completions _lockstep)
install_completion(fish fish/vendor_completions.d lockstep.fish)
